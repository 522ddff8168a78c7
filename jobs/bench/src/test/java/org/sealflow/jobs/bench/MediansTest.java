package org.sealflow.jobs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MediansTest {
  private static double median(double... values) {
    Medians medians = new Medians();
    for (double value : values) {
      medians.add(value);
    }
    assertThat(medians.count()).isEqualTo(values.length);
    return medians.median();
  }

  @Test
  void theMiddleValueIsTheMedianWhateverTheOrder() {
    assertThat(median(9, 1, 5)).isEqualTo(5);
    assertThat(median(1000, 2, 3, 1, 2)).isEqualTo(2);
  }

  @Test
  void betweenTwoMiddleValuesItIsTheirMean() {
    assertThat(median(4, 1, 2, 100)).isEqualTo(3);
  }

  @Test
  void nothingMeasuredHasNoMedian() {
    assertThatThrownBy(() -> median()).isInstanceOf(IllegalStateException.class);
  }
}
