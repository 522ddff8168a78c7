package org.sealflow.learn.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MiniBatchesTest {
  @Test
  void groupsAreCutInTheirOrder() {
    assertThat(MiniBatches.of(List.of(1, 2, 3, 4, 5), 2))
        .containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
  }

  @Test
  void sealsBatchMakesFourSteps() {
    assertThat(MiniBatches.of(Collections.nCopies(32, "group"), 8)).hasSize(4);
  }

  @Test
  void anEmptyBatchHasNoMiniBatch() {
    assertThat(MiniBatches.of(List.of(), 8)).isEmpty();
  }

  @Test
  void aMiniBatchHoldsAtLeastOneGroup() {
    assertThatThrownBy(() -> MiniBatches.of(List.of(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a mini-batch of 0 groups, expected 1 or more");
  }

  @Test
  void furtherGroupsAreDealtOutAmongThem() {
    assertThat(MiniBatches.of(List.of(1, 2, 3), List.of(7, 8, 9), 2))
        .containsExactly(List.of(1, 2, 7, 9), List.of(3, 8));
    assertThat(MiniBatches.of(List.of(), List.of(7, 8), 2)).containsExactly(List.of(7, 8));
  }
}
