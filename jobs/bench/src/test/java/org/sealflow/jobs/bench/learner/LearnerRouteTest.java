package org.sealflow.jobs.bench.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The routes do the same work: what they learn from steps is the same, up to what AdamW makes of
 * gradients that are mostly rounding.
 */
class LearnerRouteTest {
  private static final LearnerShape SHAPE = LearnerShape.TINY;
  private static final LearnerLoad LOAD = LearnerLoad.draw(SHAPE, 5);
  private static final int STEPS = 3;

  @TempDir private Path model;

  @BeforeEach
  void write() throws Exception {
    LearnerModelFiles.write(model, SHAPE.config(), SHAPE.precision(), 7);
  }

  private static float[][] trained(LearnerRoute route) {
    float[][] before = route.logProbs();
    for (int step = 0; step < STEPS; step++) {
      route.run(LearnerWork.TRAINING);
    }
    float[][] after = route.logProbs();
    assertThat(after[0][1]).isGreaterThan(before[0][1]);
    assertThat(after[1][1]).isLessThan(before[1][1]);
    return after;
  }

  /** What was learned differs by less than a twentieth of the largest change. */
  private static void assertLearnedTheSame(float[][] before, float[][] found, float[][] expected) {
    double change = largestDifference(expected, before);
    assertThat(change).isGreaterThan(1e-3);
    assertThat(largestDifference(found, expected)).isLessThan(change / 20);
  }

  private static double largestDifference(float[][] found, float[][] expected) {
    double largest = 0;
    for (int row = 0; row < expected.length; row++) {
      for (int token = 0; token < expected[row].length; token++) {
        largest = Math.max(largest, Math.abs(found[row][token] - expected[row][token]));
      }
    }
    return largest;
  }

  private void assertLearnsAsTheLearner(LearnerRoute route) {
    try (LearnerRoute own = new LearnerProductRoute(model, LOAD, "cpu")) {
      own.run(LearnerWork.GENERATION);
      route.run(LearnerWork.GENERATION);
      float[][] before = own.logProbs();
      assertLearnedTheSame(before, trained(route), trained(own));
    }
  }

  @Test
  void plainDjlLearnsTheSame() throws Exception {
    try (LearnerRoute plain = new PlainDjlRoute(model, LOAD, "cpu")) {
      assertLearnsAsTheLearner(plain);
    }
  }

  @Test
  void pyTorchLearnsTheSame() throws Exception {
    Optional<String> python = LearnerPyTorchRoute.find(List.of("python3", "/usr/bin/python3"));
    assumeTrue(python.isPresent(), "skipped: no Python with PyTorch is installed (python3-torch)");
    try (LearnerPyTorchRoute pyTorch = LearnerPyTorchRoute.start(python.get(), model, LOAD, 1)) {
      assertLearnsAsTheLearner(pyTorch);
      assertThat(pyTorch.peakBytes()).isPositive();
    }
  }
}
