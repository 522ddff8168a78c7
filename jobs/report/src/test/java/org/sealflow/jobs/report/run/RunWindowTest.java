package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.Successes;

class RunWindowTest {
  private static List<BatchLine> batches(int count) {
    List<BatchLine> batches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      batches.add(
          new BatchLine(
              i,
              i,
              i * 10_000L,
              i * 10_000L + 10_000,
              6,
              Map.of("PATCHED", new Successes(6, i, i)),
              Map.of("base", new Successes(6, i, i)),
              Map.of(),
              Map.of("PASS", i),
              Map.of(),
              Map.of(),
              0,
              0L));
    }
    return batches;
  }

  @Test
  void windowsPoolTheLastEightBatches() {
    List<RunWindow> windows = RunWindow.over(batches(10), 100);
    assertThat(windows).hasSize(10);
    assertThat(windows.get(0).all()).isEqualTo(new Successes(6, 0, 0));
    assertThat(windows.get(2).all()).isEqualTo(new Successes(18, 3, 3));
    RunWindow last = windows.get(9);
    assertThat(last.batches())
        .extracting(BatchLine::batch)
        .containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(last.successes(BatchLine::arms)).containsEntry("PATCHED", new Successes(48, 44, 44));
    assertThat(last.counts(BatchLine::tags)).containsEntry("PASS", 44);
    assertThat(last.episodesPerMinute()).isCloseTo(36, within(1e-9));
  }

  @Test
  void longRunsAreThinnedEvenlyUpToTheLastBatch() {
    assertThat(RunWindow.positions(10, 4)).containsExactly(0, 3, 6, 9);
    assertThat(RunWindow.positions(9, 4)).containsExactly(2, 5, 8);
    assertThat(RunWindow.positions(3, 4)).containsExactly(0, 1, 2);
    assertThat(RunWindow.positions(0, 4)).isEmpty();
    assertThat(RunWindow.over(batches(9), 4))
        .extracting(window -> window.last().batch())
        .containsExactly(2L, 5L, 8L);
  }
}
