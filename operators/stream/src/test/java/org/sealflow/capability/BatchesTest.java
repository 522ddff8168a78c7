package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.PlannedGroup;

/** When a batch settles, and what is remembered of it. */
class BatchesTest {
  static PlannedGroup group(String id, int size) {
    return new PlannedGroup(
        id, "multi_turn_base_0", "cd".repeat(32), size, Arm.HOLDOUT, null, null, List.of());
  }

  @Test
  void aBatchSettlesWithTheLastEpisodeOfItsLastGroup() {
    BatchProgress batch =
        BatchProgress.BEGIN
            .plan(List.of(group("a", 2), group("b", 1)))
            .end(Map.of("a", 1))
            .end(Map.of("b", 1));

    assertThat(batch.isSettled()).isFalse();
    assertThat(batch.end(Map.of("a", 1)).isSettled()).isTrue();
  }

  @Test
  void aBatchWithoutItsPlanIsNotSettled() {
    BatchProgress batch = BatchProgress.BEGIN.end(Map.of("a", 1)).end(Map.of("b", 1));

    assertThat(batch.isSettled()).isFalse();
    assertThat(batch.plan(List.of(group("a", 1), group("b", 1))).isSettled()).isTrue();
  }

  @Test
  void groupsOutsideThePlanChangeNothing() {
    BatchProgress batch =
        BatchProgress.BEGIN.plan(List.of(group("a", 1))).end(Map.of("stranger", 1));

    assertThat(batch.isSettled()).isFalse();
  }

  @Test
  void settledBatchesAreRememberedByTheFirstThatIsNot() {
    SettledBatches settled = SettledBatches.NONE.plus(2).plus(0);
    assertThat(settled).isEqualTo(new SettledBatches(2, 1, List.of(2L)));
    assertThat(settled.contains(0)).isTrue();
    assertThat(settled.contains(1)).isFalse();
    assertThat(settled.contains(2)).isTrue();
    assertThat(settled.contains(3)).isFalse();

    assertThat(settled.plus(1)).isEqualTo(new SettledBatches(3, 3, List.of()));
  }

  @Test
  void aBatchThatNeverSettlesIsNotWaitedForForever() {
    SettledBatches settled = SettledBatches.NONE;
    for (long number = 1; number <= SettledBatches.MAX_BEYOND; number++) {
      settled = settled.plus(number);
    }
    assertThat(settled.contains(0)).isFalse();
    assertThat(settled.beyond()).hasSize(SettledBatches.MAX_BEYOND);

    settled = settled.plus(SettledBatches.MAX_BEYOND + 1);

    assertThat(settled.contains(0)).isTrue();
    assertThat(settled.count()).isEqualTo(SettledBatches.MAX_BEYOND + 1);
    assertThat(settled.beyond()).isEmpty();
  }
}
