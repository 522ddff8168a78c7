package org.sealflow.jobs.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.ledger.Ledger;

class LedgerLinesTest {
  private static Ledger ledger(long passed, long records) {
    return new Ledger(passed, passed, 0, 0, 0, 0, 0, records, records, 0, 0);
  }

  @Test
  void aLedgerIsShownWhenItHasChanged() {
    LedgerLines lines = new LedgerLines();
    assertThat(lines.of(Ledger.EMPTY)).isEmpty();
    assertThat(lines.of(ledger(1, 5))).containsExactly(ledger(1, 5).line());
    assertThat(lines.of(ledger(1, 5))).isEmpty();
  }

  @Test
  void whatARestartTakesBackIsSaidAndCounted() {
    LedgerLines lines = new LedgerLines();
    assertThat(lines.of(ledger(2, 10))).hasSize(1);
    assertThat(lines.of(ledger(1, 6)))
        .containsExactly(
            "a restart took back 4 records since the newest checkpoint, 4 in all; they are read"
                + " again",
            ledger(1, 6).line());
    assertThat(lines.of(ledger(2, 10))).containsExactly(ledger(2, 10).line());
    assertThat(lines.of(ledger(1, 7)).get(0)).contains("took back 3 records", "7 in all");
  }
}
