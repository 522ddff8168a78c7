package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartPositionTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  @Test
  void wordsTimesAndAgesAreStarts() {
    Map<String, StartPosition> starts =
        Map.of(
            "earliest", StartPosition.earliest(),
            " Latest ", StartPosition.latest(),
            "10m", at("2026-11-21T09:50:00Z"),
            "90s ago", at("2026-11-21T09:58:30Z"),
            "1d AGO", at("2026-11-20T10:00:00Z"),
            "250ms", at("2026-11-21T09:59:59.750Z"),
            "2026-11-21T09:00:00Z", at("2026-11-21T09:00:00Z"),
            "2026-11-21T09:00:00+01:00", at("2026-11-21T08:00:00Z"));
    starts.forEach(
        (text, start) -> assertThat(StartPosition.parse(text, NOW)).as(text).isEqualTo(start));
  }

  @Test
  void otherTextIsRefusedWithWhatMayBeGiven() {
    for (String text : new String[] {"", "yesterday", "10", "m", "10 weeks", "2026-11-21", "-5m"}) {
      assertThatThrownBy(() -> StartPosition.parse(text, NOW))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("give earliest, latest, a time such as");
    }
  }

  @Test
  void kafkaCountsFromTheEpochOn() {
    assertThat(at("1960-01-01T00:00:00Z").epochMillis()).isZero();
    assertThat(at("1970-01-01T00:00:01Z").epochMillis()).isEqualTo(1000);
    assertThat(StartPosition.at(Instant.MAX).epochMillis()).isPositive();
    assertThat(StartPosition.parse("999999999999d", NOW).epochMillis()).isZero();
  }

  @Test
  void aTimeIsGivenExactlyWhereOneIsMeant() {
    assertThatThrownBy(() -> new StartPosition(StartPosition.Kind.TIME, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StartPosition(StartPosition.Kind.LATEST, NOW))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static StartPosition at(String time) {
    return StartPosition.at(Instant.parse(time));
  }
}
