package org.sealflow.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotHoldsTest {
  private static final String JOB = "job";

  private static StoredSnapshot file(int number) {
    return new StoredSnapshot("file:///" + number, "ab".repeat(32), 1);
  }

  @Test
  void aCheckpointNeedsItsFileUntilANewerOneHasCompleted() {
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.begin(1, file(1));
    holds.complete(1);
    holds.begin(2, file(2));
    assertThat(holds.files()).containsExactlyInAnyOrder(file(1), file(2));

    holds.complete(2);
    assertThat(holds.files()).containsExactly(file(2));
  }

  @Test
  void asManyCompletedOnesAreHeldAsTheClusterRetains() {
    SnapshotHolds holds = new SnapshotHolds(JOB, 2);
    for (int checkpoint = 1; checkpoint <= 5; checkpoint++) {
      holds.begin(checkpoint, file(checkpoint));
      holds.complete(checkpoint);
    }
    assertThat(holds.files()).containsExactlyInAnyOrder(file(4), file(5));
  }

  @Test
  void anAbortedOneNeedsNothing() {
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.begin(1, file(1));
    holds.abort(1);
    assertThat(holds.files()).isEmpty();
  }

  @Test
  void aSavepointOnTheWayNeedsItsFileForGood() {
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.begin(1, file(1));
    for (int checkpoint = 2; checkpoint <= 4; checkpoint++) {
      holds.begin(checkpoint, file(checkpoint));
      holds.complete(checkpoint);
    }
    assertThat(holds.files()).containsExactlyInAnyOrder(file(1), file(4));
  }

  @Test
  void checkpointsThatHoldTheirOwnReleaseFilesToo() {
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.begin(1, file(1));
    holds.complete(1);
    holds.begin(2, null);
    holds.complete(2);
    assertThat(holds.files()).isEmpty();
  }

  @Test
  void whatIsRestoredHasCompletedAndGoesWithTheNextOne() {
    SnapshotHolds before = held(JOB);
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.restore(before.entries(), before.owner());
    assertThat(holds.newest()).isEqualTo(file(2));

    holds.begin(3, file(3));
    holds.complete(3);
    assertThat(holds.files()).containsExactly(file(3));
  }

  @Test
  void whatAnotherJobStartsFromNeedsItsFileForGood() {
    SnapshotHolds before = held("another job");
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.restore(before.entries(), before.owner());
    holds.begin(3, file(3));
    holds.complete(3);
    assertThat(holds.files()).containsExactlyInAnyOrder(file(2), file(3));

    SnapshotHolds again = new SnapshotHolds(JOB, 1);
    again.restore(holds.entries(), holds.owner());
    again.begin(4, file(4));
    again.complete(4);
    assertThat(again.files()).containsExactlyInAnyOrder(file(2), file(4));
  }

  @Test
  void whatAnEarlierVersionWroteNeedsItsFileForGood() {
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.restore(held(JOB).entries(), null);
    holds.begin(3, file(3));
    holds.complete(3);
    assertThat(holds.files()).containsExactlyInAnyOrder(file(2), file(3));
  }

  @Test
  void aCheckpointThatHoldsItsOwnSaysNothingOfTheEntryBeforeIt() {
    SnapshotHolds before = new SnapshotHolds(JOB, 1);
    before.begin(1, file(1));
    before.begin(2, null);
    SnapshotHolds holds = new SnapshotHolds(JOB, 1);
    holds.restore(before.entries(), before.owner());
    holds.begin(3, null);
    holds.complete(3);
    assertThat(holds.files()).containsExactly(file(1));
  }

  /** A job with one completed checkpoint and one that is being written. */
  private static SnapshotHolds held(String job) {
    SnapshotHolds holds = new SnapshotHolds(job, 1);
    holds.begin(1, file(1));
    holds.complete(1);
    holds.begin(2, file(2));
    return holds;
  }
}
