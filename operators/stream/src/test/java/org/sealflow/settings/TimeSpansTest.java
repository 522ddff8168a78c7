package org.sealflow.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpansTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, 500",
    "0.5s, 500",
    "10s, 10000",
    "' 15 m', 900000",
    "1h30m, 5400000",
    "2d, 172800000",
    "0s, 0",
    "PT10S, 10000",
    "1.5h, 5400000"
  })
  void aSpanIsReadInAnyUnit(String text, long millis) {
    assertThat(TimeSpans.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "s", "-5s", "10s,", "1h 30", "PT-1S", "P", "ten seconds", "1.s", "9e3s"})
  void whatIsNoSpanIsNone(String text) {
    assertThat(TimeSpans.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"500, 500ms", "0, 0s", "10000, 10s", "90000, 90s", "900000, 15m", "7200000, 2h"})
  void aSpanIsWrittenInTheLargestUnitThatHoldsIt(long millis, String text) {
    assertThat(TimeSpans.text(Duration.ofMillis(millis))).isEqualTo(text);
    assertThat(TimeSpans.parse(text)).contains(Duration.ofMillis(millis));
  }
}
