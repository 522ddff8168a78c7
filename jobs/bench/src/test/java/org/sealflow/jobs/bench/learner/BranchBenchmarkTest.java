package org.sealflow.jobs.bench.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;

class BranchBenchmarkTest {
  @Test
  void theCostIsHeldAgainstItsGoal() throws IOException {
    List<String> progress = new ArrayList<>();
    BenchResult result =
        new BranchBenchmark(
                new BranchBenchmark.Settings(LearnerShape.TINY, 1, 2, 16, 4, 2), progress::add)
            .run();

    List<Figure> figures =
        result.sections().stream().flatMap(section -> section.figures().stream()).toList();
    assertThat(figures)
        .filteredOn(figure -> figure.key().equals("branchCost"))
        .singleElement()
        .satisfies(
            figure -> {
              assertThat(figure.goal()).isEqualTo(Goal.atMost(1.3));
              assertThat(figure.value().doubleValue()).isPositive();
            });
    assertThat(figures)
        .filteredOn(figure -> figure.key().endsWith("TokensPerSecond"))
        .hasSize(2)
        .allSatisfy(figure -> assertThat(figure.value().doubleValue()).isPositive());
    assertThat(progress).hasSize(1);
  }

  @Test
  void nothingToSampleIsRefused() {
    assertThatThrownBy(() -> new BranchBenchmark.Settings(LearnerShape.TINY, 1, 2, 16, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 sampled tokens");
  }
}
