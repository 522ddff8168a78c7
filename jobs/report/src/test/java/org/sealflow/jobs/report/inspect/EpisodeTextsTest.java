package org.sealflow.jobs.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EpisodeTextsTest {
  private EpisodeTexts texts;

  @BeforeEach
  void open() throws IOException {
    texts = new EpisodeTexts();
  }

  @AfterEach
  void close() throws IOException {
    texts.close();
  }

  private boolean holds(EpisodeTexts.Place place, String wanted) {
    return texts.holds(place, EpisodeTexts.Needle.of(wanted));
  }

  @Test
  void lettersOfEitherCaseAndOfAnyScriptAreFound() {
    EpisodeTexts.Place place = texts.append("Größe 大きい ÜBER");
    assertThat(List.of("größe", "GRÖSSE", "大き", "über", "e 大", "r"))
        .extracting(wanted -> holds(place, wanted))
        .containsExactly(true, false, true, true, true, true);
  }

  @Test
  void aTextEndsWhereTheNextBegins() {
    EpisodeTexts.Place one = texts.append("abc");
    EpisodeTexts.Place other = texts.append("def");
    EpisodeTexts.Place empty = texts.append("");
    assertThat(holds(one, "cd")).isFalse();
    assertThat(holds(one, "abcd")).isFalse();
    assertThat(holds(other, "def")).isTrue();
    assertThat(holds(empty, "a")).isFalse();
  }

  @Test
  void whatIsFoundIsWhatStringsFind() {
    Random random = new Random(7);
    List<String> all = new ArrayList<>();
    List<EpisodeTexts.Place> places = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      all.add(word(random, random.nextInt(40)));
      places.add(texts.append(all.get(i)));
    }
    for (int i = 0; i < 300; i++) {
      String wanted = word(random, 1 + random.nextInt(5));
      for (int at = 0; at < all.size(); at++) {
        assertThat(holds(places.get(at), wanted)).isEqualTo(all.get(at).contains(wanted));
      }
    }
  }

  private static String word(Random random, int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(3)));
    }
    return word.toString();
  }
}
