package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StoppableBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.PatchState;

class LivePatchesTest {
  private static final long LONGEST = Duration.ofMinutes(2).toNanos();

  @TempDir private Path folder;

  @Test
  void patchesAreHeardOfAgainWhenTheBrokerIsBack() {
    StringWriter complaints = new StringWriter();
    try (StoppableBroker stoppable = StoppableBroker.start(folder);
        Connection broker = stoppable.impatientConnection()) {
      TestingRecords.send(broker, TestingRecords.patch("base", PatchState.ACTIVE, 1));
      try (LivePatches patches = LivePatches.of(broker, "run-7", new PrintWriter(complaints))) {
        assertThat(patches.in("base").isEmpty()).isFalse();
        stoppable.stop();
        await(() -> !complaints.toString().isEmpty());
        assertThat(patches.in("base").isEmpty()).isFalse();
        stoppable.startAgain();
        try (Connection again = stoppable.connection()) {
          TestingRecords.send(again, TestingRecords.patch("other", PatchState.ACTIVE, 2));
        }
        await(() -> !patches.in("other").isEmpty());
      }
    }
    assertThat(complaints.toString())
        .startsWith("sealflow: the broker ")
        .contains(" does not answer; waiting for it")
        .hasLineCount(1);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + LONGEST;
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
