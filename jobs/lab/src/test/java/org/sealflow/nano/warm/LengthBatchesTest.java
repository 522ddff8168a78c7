package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LengthBatchesTest {
  private static List<Example> examples() {
    SplittableRandom random = new SplittableRandom(2);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int length = random.nextInt(50, 700);
      examples.add(new Example(new int[length], new float[length]));
    }
    return examples;
  }

  private static int width(List<Example> batch) {
    return batch.stream().mapToInt(Example::length).max().orElse(0);
  }

  @Test
  void everyExampleIsInOneBatch() {
    List<Example> examples = examples();
    List<Example> found = new ArrayList<>();
    LengthBatches.of(examples, 3000, new SplittableRandom(1)).forEach(found::addAll);

    assertThat(found).containsExactlyInAnyOrderElementsOf(examples);
  }

  @Test
  void aBatchHoldsNoMoreThanItsTokensWithPadding() {
    assertThat(LengthBatches.of(examples(), 3000, new SplittableRandom(1)))
        .allMatch(batch -> width(batch) * batch.size() <= 3000);
  }

  @Test
  void lessThanATenthIsPadding() {
    List<Example> examples = examples();
    int read = examples.stream().mapToInt(Example::length).sum();
    int padded =
        LengthBatches.of(examples, 3000, new SplittableRandom(1)).stream()
            .mapToInt(batch -> width(batch) * batch.size())
            .sum();

    assertThat(read / (double) padded).isGreaterThan(0.9);
  }

  @Test
  void batchesDoNotComeInTheOrderOfTheirLength() {
    List<Integer> widths =
        LengthBatches.of(examples(), 3000, new SplittableRandom(1)).stream()
            .map(LengthBatchesTest::width)
            .toList();

    assertThat(widths).isNotEqualTo(widths.stream().sorted().toList());
  }

  @Test
  void anExampleTooLongStandsAlone() {
    Example longOne = new Example(new int[5000], new float[5000]);

    assertThat(LengthBatches.of(List.of(longOne), 3000, new SplittableRandom(1)))
        .containsExactly(List.of(longOne));
  }
}
