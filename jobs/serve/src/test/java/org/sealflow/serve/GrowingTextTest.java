package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowingTextTest {
  private final GrowingText text = new GrowingText(TestingEngine.TOKENIZER);

  @Test
  void aCharacterOfSeveralTokensAppearsWithItsLast() {
    List<String> seen = new ArrayList<>();
    for (int id : TestingEngine.tokens("a€b")) {
      text.append(id);
      seen.add(text.text().toString());
    }
    assertThat(seen).containsExactly("a", "a", "a", "a€", "a€b");
  }

  @Test
  void whatIsNeverFinishedIsShownAtTheEnd() {
    text.append('a');
    text.append(0xe2);
    assertThat(text.text().toString()).isEqualTo("a");
    text.end();
    assertThat(text.text().toString()).isEqualTo("a\ufffd");
  }

  @Test
  void manyTokensWithoutACharacterDoNotGatherForever() {
    for (int i = 0; i < 200; i++) {
      text.append(0xe2);
    }
    assertThat(text.length()).isBetween(100, 200);
    text.append('a');
    text.end();
    assertThat(text.text().toString()).endsWith("\ufffda").hasSize(201);
  }

  @Test
  void aTextIsFoundFromAPlaceOn() {
    TestingEngine.tokens("xaxa").forEach(text::append);
    assertThat(text.indexOf("xa", -5)).isZero();
    assertThat(text.indexOf("xa", 1)).isEqualTo(2);
    assertThat(text.indexOf("xb", 0)).isNegative();
  }
}
