package org.sealflow.jobs.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ShownTest {
  @Test
  void whatATerminalWouldObeyIsWrittenOut() {
    assertThat(Shown.text("a\nb\tc")).isEqualTo("a\\nb\\tc");
    assertThat(Shown.text("\u001b[31mred")).isEqualTo("\\u001b[31mred");
    assertThat(Shown.text("\r\u0007\u009b\u2028\u202e"))
        .isEqualTo("\\u000d\\u0007\\u009b\\u2028\\u202e");
    assertThat(Shown.text("\ud800!")).isEqualTo("\\ud800!");
  }

  @Test
  void otherTextStays() {
    assertThat(Shown.text("Größe 😀 日本 @|red x|@")).isEqualTo("Größe 😀 日本 @|red x|@");
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    assertThat(Shown.text("😀".repeat(Shown.LONGEST))).isEqualTo("😀".repeat(Shown.LONGEST));
    assertThat(Shown.text("😀".repeat(Shown.LONGEST + 1)))
        .isEqualTo("😀".repeat(Shown.LONGEST) + "…");
  }

  @Test
  void timesAreShownToTheSecondAndNounsCounted() {
    assertThat(Shown.time(Instant.parse("2026-11-21T10:15:30.999Z")))
        .isEqualTo("2026-11-21T10:15:30Z");
    assertThat(Shown.count(1, "turn")).isEqualTo("1 turn");
    assertThat(Shown.count(0, "turn")).isEqualTo("0 turns");
  }
}
