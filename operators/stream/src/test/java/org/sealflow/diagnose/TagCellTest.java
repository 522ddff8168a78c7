package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TagCellTest {
  @Test
  void anObservationCountsRewardSuccessAndWhetherTheRewardIsPartial() {
    TagCell cell =
        TagCell.EMPTY
            .observe(0.0, false)
            .observe(0.25, false)
            .observe(1.0, true)
            .observe(-0.5, false);
    assertThat(cell).isEqualTo(new TagCell(4, 1, 0.75, 1));
    assertThat(cell.successRate()).isEqualTo(0.25);
    assertThat(cell.rewardMean()).isEqualTo(0.1875);
  }

  @Test
  void meansOfNothingAreZero() {
    assertThat(TagCell.EMPTY.successRate()).isZero();
    assertThat(TagCell.EMPTY.rewardMean()).isZero();
  }

  @Test
  void cellsAddUp() {
    assertThat(new TagCell(3, 1, 1.5, 1).plus(new TagCell(2, 2, 2, 0)))
        .isEqualTo(new TagCell(5, 3, 3.5, 1));
  }

  @Test
  void aPartLargerThanTheWholeIsRefused() {
    assertThatThrownBy(() -> new TagCell(2, 3, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a cell of 2 observations cannot hold 3 successes and 0 partial rewards");
    assertThatThrownBy(() -> new TagCell(2, 0, 0, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TagCell.EMPTY.observe(Double.NaN, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rewardSum is NaN, expected a finite number");
  }
}
