package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.Optimizer;
import org.sealflow.model.PolicyModel;
import org.sealflow.nano.induction.InitialScale;
import org.sealflow.nano.induction.NanoStart;

class SupervisedStepTest {
  private static final int VOCABULARY = 943;

  @TempDir private Path folder;

  private PolicyModel inductionStart() {
    Path directory = folder.resolve("start");
    NanoStart.write(directory, NanoStart.config(VOCABULARY, 64), InitialScale.NANO, 1);
    return PolicyModel.fullyTrained(directory, ModelOptions.onCpu(64).withRecomputeLayers(false));
  }

  @Test
  void fifteenExercisesMakeCopyingSure() {
    CopyExercise exercise = new CopyExercise(5, VOCABULARY);
    SplittableRandom random = new SplittableRandom(1);
    try (PolicyModel model = inductionStart();
        Optimizer optimizer = new Optimizer(model, new AdamWSettings(0.9, 0.98, 1e-8, 0.01))) {
      SupervisedStep step = new SupervisedStep(model, optimizer, 1);
      StepFigures last = step.learn(exercise.draw(64, 48, random), 1e-4);
      assertThat(last.accuracy()).isBetween(0.4, 0.95);
      for (int i = 2; i <= 15; i++) {
        last = step.learn(exercise.draw(64, 48, random), 2e-3 * i / 15);
      }
      assertThat(last.accuracy()).isGreaterThan(0.95);
    }
  }

  @Test
  void theLossIsThatOfTokensOfFullWeight() {
    Example example = new Example(new int[] {7, 8, 9, 10}, new float[] {0, 0.1f, 1, 1});
    float[][] logProbs = {{0, -5, (float) Math.log(0.25), (float) Math.log(0.75)}};

    StepFigures figures = StepFigures.of(List.of(example), logProbs);

    assertThat(figures.loss()).isCloseTo(-(Math.log(0.25) + Math.log(0.75)) / 2, within(1e-6));
    assertThat(figures.accuracy()).isEqualTo(0.5);
    assertThat(figures.tokens()).isEqualTo(4);
  }

  @Test
  void gradientsThatAreNotFiniteEndTheTraining() {
    CopyExercise exercise = new CopyExercise(5, VOCABULARY);
    SplittableRandom random = new SplittableRandom(1);
    try (PolicyModel model = inductionStart();
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      SupervisedStep step = new SupervisedStep(model, optimizer, Double.POSITIVE_INFINITY);

      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 20; i++) {
                  step.learn(exercise.draw(2, 48, random), 1e30);
                }
              })
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not finite")
          .hasMessageContaining("lower the learning rate");
    }
  }
}
