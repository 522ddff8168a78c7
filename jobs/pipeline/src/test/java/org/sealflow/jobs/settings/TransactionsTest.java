package org.sealflow.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sealflow.settings.TimeSpans;

class TransactionsTest {
  @Test
  void theTimeoutOutlivesACheckpointAndAnOutage() {
    assertThat(transactions(600, 10, 589).problems(Duration.ofMinutes(15))).isEmpty();
    assertThat(transactions(600, 10, 590).problems(Duration.ofMinutes(15)))
        .singleElement()
        .asString()
        .startsWith("a transaction can be open for 10m, longer than its timeout");
  }

  @Test
  void theTimeoutIsNoLongerThanTheBrokerAllows() {
    assertThat(transactions(900, 10, 60).problems(Duration.ofMinutes(15))).isEmpty();
    assertThat(transactions(901, 10, 60).problems(Duration.ofMinutes(15)))
        .containsExactly(
            "the broker allows at most 15m: lower the timeout, or raise the broker's"
                + " transaction.max.timeout.ms");
  }

  @Test
  void bothProblemsAreSaidTogether() {
    assertThat(transactions(900, 10, 900).problems(Duration.ofMinutes(1))).hasSize(2);
  }

  @Test
  void theTimesAreStatedTogether() {
    assertThat(transactions(900, 10, 90).text())
        .isEqualTo("timeout 15m, checkpoint interval 10s, longest tolerated outage 90s");
  }

  @Test
  void spansAreWrittenInTheirLargestWholeUnit() {
    assertThat(TimeSpans.text(Duration.ofMillis(1500))).isEqualTo("1500ms");
    assertThat(TimeSpans.text(Duration.ZERO)).isEqualTo("0s");
    assertThat(TimeSpans.text(Duration.ofSeconds(61))).isEqualTo("61s");
    assertThat(TimeSpans.text(Duration.ofMinutes(90))).isEqualTo("90m");
    assertThat(TimeSpans.text(Duration.ofDays(1))).isEqualTo("24h");
  }

  private static Transactions transactions(long timeout, long interval, long outage) {
    return new Transactions(
        Duration.ofSeconds(timeout), Duration.ofSeconds(interval), Duration.ofSeconds(outage));
  }
}
