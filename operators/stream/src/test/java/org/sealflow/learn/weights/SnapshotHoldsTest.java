package org.sealflow.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotHoldsTest {
  private static final String JOB = "job";

  private static StoredSnapshot file(int number) {
    return new StoredSnapshot("file:///" + number, "ab".repeat(32), 1);
  }

  private static SnapshotHolds holds(int retained) {
    return new SnapshotHolds(JOB, retained);
  }

  /** Writes a file and completes a checkpoint that names it; the files released then. */
  private static List<StoredSnapshot> checkpoint(SnapshotHolds holds, int number) {
    holds.wrote(file(number));
    holds.begin(number, file(number));
    holds.complete(number);
    return List.copyOf(holds.release(file(number)));
  }

  private static SnapshotHolds restored(SnapshotHolds before, String owner) {
    SnapshotHolds holds = holds(1);
    holds.restore(before.entries(), owner);
    return holds;
  }

  @Test
  void aCheckpointNeedsItsFileUntilANewerOneHasCompleted() {
    SnapshotHolds holds = holds(1);
    assertThat(checkpoint(holds, 1)).isEmpty();
    holds.wrote(file(2));
    holds.begin(2, file(2));
    assertThat(holds.release(file(2))).isEmpty();

    holds.complete(2);
    assertThat(holds.release(file(2))).containsExactly(file(1));
  }

  @Test
  void asManyCompletedOnesAreHeldAsTheClusterRetains() {
    SnapshotHolds holds = holds(2);
    List<StoredSnapshot> released = new ArrayList<>();
    for (int checkpoint = 1; checkpoint <= 5; checkpoint++) {
      released.addAll(checkpoint(holds, checkpoint));
    }
    assertThat(released).containsExactly(file(1), file(2), file(3));
  }

  @Test
  void whatTheNextStepReadsIsNeeded() {
    SnapshotHolds holds = holds(1);
    holds.wrote(file(1));
    assertThat(holds.release(file(1))).isEmpty();
    assertThat(holds.release(null)).containsExactly(file(1));
  }

  @Test
  void aFileIsReleasedOnceUnlessItIsTakenBack() {
    SnapshotHolds holds = holds(1);
    holds.wrote(file(1));
    assertThat(holds.release(null)).containsExactly(file(1));
    assertThat(holds.release(null)).isEmpty();

    holds.wrote(file(1));
    assertThat(holds.release(null)).containsExactly(file(1));
  }

  @Test
  void anAbortedOneNeedsNothing() {
    SnapshotHolds holds = holds(1);
    holds.wrote(file(1));
    holds.begin(1, file(1));
    holds.abort(1);
    assertThat(holds.release(null)).containsExactly(file(1));
  }

  @Test
  void aFileThatWasThereBeforeIsLeft() {
    SnapshotHolds holds = holds(1);
    holds.begin(1, file(1));
    holds.complete(1);
    assertThat(checkpoint(holds, 2)).isEmpty();
  }

  @Test
  void oneThatWasNotReportedIsForgottenAndItsFileLeft() {
    SnapshotHolds holds = holds(1);
    holds.wrote(file(1));
    holds.begin(1, file(1));
    for (int checkpoint = 2; checkpoint <= 4; checkpoint++) {
      assertThat(checkpoint(holds, checkpoint)).doesNotContain(file(1));
    }
    assertThat(holds.entries()).extracting(HeldSnapshot::checkpoint).containsExactly(4L);
  }

  @Test
  void theFileOfOneThatWasNotReportedIsLeftThoughReportedOnesHaveItToo() {
    SnapshotHolds holds = holds(1);
    checkpoint(holds, 1);
    holds.begin(2, file(1));
    holds.begin(3, file(1));
    holds.complete(3);
    assertThat(checkpoint(holds, 4)).isEmpty();
  }

  @Test
  void checkpointsThatHoldTheirOwnReleaseFilesToo() {
    SnapshotHolds holds = holds(1);
    checkpoint(holds, 1);
    holds.begin(2, null);
    holds.complete(2);
    assertThat(holds.release(null)).containsExactly(file(1));
  }

  @Test
  void aRestoredJobReleasesWhatItsOwnCheckpointsSupersede() {
    SnapshotHolds holds = restored(held(), JOB);
    assertThat(holds.release(file(2))).isEmpty();
    assertThat(checkpoint(holds, 3)).containsExactly(file(1));
    assertThat(checkpoint(holds, 4)).containsExactly(file(3));
  }

  @Test
  void whatAnotherJobWroteIsLeft() {
    SnapshotHolds holds = restored(held(), "another job");
    assertThat(checkpoint(holds, 3)).isEmpty();
    assertThat(checkpoint(holds, 4)).containsExactly(file(3));
  }

  @Test
  void whatAnEarlierVersionWroteIsLeft() {
    SnapshotHolds holds = holds(1);
    holds.restore(held().entries(), null);
    assertThat(checkpoint(holds, 3)).isEmpty();
  }

  @Test
  void whatAJobIsRestoredFromIsLeftThoughEarlierCheckpointsHaveItToo() {
    SnapshotHolds before = holds(1);
    checkpoint(before, 1);
    before.begin(2, file(1));
    assertThat(before.entries()).hasSize(2);
    SnapshotHolds holds = restored(before, JOB);
    assertThat(checkpoint(holds, 3)).isEmpty();
    assertThat(checkpoint(holds, 4)).containsExactly(file(3));
  }

  /** A job with one completed checkpoint and one that is being written. */
  private static SnapshotHolds held() {
    SnapshotHolds holds = holds(1);
    checkpoint(holds, 1);
    holds.wrote(file(2));
    holds.begin(2, file(2));
    return holds;
  }
}
