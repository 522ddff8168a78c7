package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChaosLogTest {
  private static final RoundResult ROUND =
      new RoundResult(
          2,
          FaultSchedule.of(1, 5, EnumSet.allOf(ChaosFault.class), 5).get(0).faults(),
          Duration.ofSeconds(90),
          64,
          8,
          0.004,
          List.of(Duration.ofMillis(9_100), Duration.ofMillis(12_300)),
          0,
          new Invariants.Verdicts(List.of(), 0, 0));

  @TempDir private Path directory;

  @Test
  void rowsAreAddedUnderOneHeader() throws Exception {
    Path file = directory.resolve("chaos.md");
    Files.writeString(file, "# Chaos\n\n");
    ChaosLog log = new ChaosLog(file);
    log.add(LocalDate.of(2026, 1, 2), "sealflow chaos --seed 1", ROUND);
    log.add(LocalDate.of(2026, 1, 3), "sealflow chaos --seed 1", ROUND);
    assertThat(Files.readAllLines(file))
        .hasSize(6)
        .startsWith("# Chaos", "")
        .contains(
            "| 2026-01-03 | `sealflow chaos --seed 1` | 2 | 5 | 1.5 | 64 | 8 | 0 | 0 | 0 | 0"
                + " | 12.3 s of 2 | 0.40 % |");
  }

  private static RoundResult round(int number, int hangs, String... violations) {
    return new RoundResult(
        number,
        ROUND.faults(),
        Duration.ofSeconds(90),
        64,
        8,
        0,
        List.of(),
        hangs,
        new Invariants.Verdicts(List.of(violations), 0, 0));
  }

  @Test
  void whatHeldIsKnownFromTheRowsOfItsSchedule() {
    ChaosLog log = new ChaosLog(directory.resolve("chaos.md"));
    assertThat(log.held("sealflow chaos --seed 1 --faults 20 --round 5")).isEmpty();
    LocalDate day = LocalDate.of(2026, 1, 2);
    String shorter = "sealflow chaos --seed 1 --faults 12 --round 5";
    log.add(day, shorter, round(1, 0));
    log.add(day, shorter, round(2, 0, "lost"));
    log.add(day, shorter, round(3, 0));
    log.add(day, "sealflow chaos --seed 1 --faults 20 --round 5", round(4, 1));
    log.add(day, "sealflow chaos --seed 2 --faults 20 --round 5", round(4, 0));
    log.add(day, "sealflow chaos --seed 1 --faults 20 --round 5 --kinds x", round(4, 0));

    assertThat(log.held(shorter)).as("played by the same command").containsExactly(1, 3);
    assertThat(log.held("sealflow chaos --seed 1 --faults 20 --round 5"))
        .as("round 3 had two faults")
        .containsExactly(1);
    log.add(day, shorter, round(2, 0));
    assertThat(log.held("sealflow chaos --seed 1 --faults 20 --round 5")).containsExactly(1, 2);
  }

  @Test
  void aRoundHoldsWithoutHangsAndViolations() {
    assertThat(ROUND.holds()).isTrue();
    assertThat(
            new RoundResult(1, List.of(), Duration.ZERO, 0, 0, 0, List.of(), 1, ROUND.verdicts())
                .holds())
        .isFalse();
    assertThat(
            new RoundResult(
                    1,
                    List.of(),
                    Duration.ZERO,
                    0,
                    0,
                    0,
                    List.of(),
                    0,
                    new Invariants.Verdicts(List.of("lost"), 0, 0))
                .holds())
        .isFalse();
  }
}
