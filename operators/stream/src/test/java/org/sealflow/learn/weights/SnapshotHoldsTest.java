package org.sealflow.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotHoldsTest {
  private static StoredSnapshot file(int number) {
    return new StoredSnapshot("file:///" + number, "ab".repeat(32), 1);
  }

  @Test
  void aCheckpointNeedsItsFileUntilANewerOneHasCompleted() {
    SnapshotHolds holds = new SnapshotHolds(1);
    holds.begin(1, file(1));
    holds.complete(1);
    holds.begin(2, file(2));
    assertThat(holds.files()).containsExactlyInAnyOrder(file(1), file(2));

    holds.complete(2);
    assertThat(holds.files()).containsExactly(file(2));
  }

  @Test
  void asManyCompletedOnesAreHeldAsTheClusterRetains() {
    SnapshotHolds holds = new SnapshotHolds(2);
    for (int checkpoint = 1; checkpoint <= 5; checkpoint++) {
      holds.begin(checkpoint, file(checkpoint));
      holds.complete(checkpoint);
    }
    assertThat(holds.files()).containsExactlyInAnyOrder(file(4), file(5));
  }

  @Test
  void anAbortedOneNeedsNothing() {
    SnapshotHolds holds = new SnapshotHolds(1);
    holds.begin(1, file(1));
    holds.abort(1);
    assertThat(holds.files()).isEmpty();
  }

  @Test
  void aSavepointOnTheWayNeedsItsFileForGood() {
    SnapshotHolds holds = new SnapshotHolds(1);
    holds.begin(1, file(1));
    for (int checkpoint = 2; checkpoint <= 4; checkpoint++) {
      holds.begin(checkpoint, file(checkpoint));
      holds.complete(checkpoint);
    }
    assertThat(holds.files()).containsExactlyInAnyOrder(file(1), file(4));
  }

  @Test
  void checkpointsThatHoldTheirOwnReleaseFilesToo() {
    SnapshotHolds holds = new SnapshotHolds(1);
    holds.begin(1, file(1));
    holds.complete(1);
    holds.begin(2, null);
    holds.complete(2);
    assertThat(holds.files()).isEmpty();
  }

  @Test
  void whatIsRestoredHasCompletedAndGoesWithTheNextOne() {
    SnapshotHolds before = new SnapshotHolds(1);
    before.begin(1, file(1));
    before.complete(1);
    before.begin(2, file(2));
    SnapshotHolds holds = new SnapshotHolds(1);
    holds.restore(before.entries());
    assertThat(holds.newest()).isEqualTo(file(2));

    holds.begin(3, file(3));
    holds.complete(3);
    assertThat(holds.files()).containsExactly(file(3));
  }
}
