package org.sealflow.learn.algorithm.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.learn.TestingTorch;
import org.sealflow.learn.algorithm.LearnerSettings;

/**
 * The objective and its gradient are those that PyTorch's autograd finds in double precision, for
 * every ratio, aggregation and limit: the gradient, which is given in single precision, to 1e-6 of
 * its largest entry.
 */
class TorchObjectiveTest {
  private static final double TOLERANCE = 1e-6;
  private static final int ROWS = 5;

  @ParameterizedTest
  @EnumSource
  void lossAndGradientsEqualPyTorch(TestingTorch source) throws Exception {
    JsonNode cases = source.answers().get("objectives");
    assertThat(cases).hasSize(24);
    for (JsonNode one : cases) {
      Evaluation found = evaluate(one);
      String name = one.get("settings").toString();
      assertThat(found.loss()).as(name).isCloseTo(one.get("loss").doubleValue(), within(TOLERANCE));
      double largest = 0;
      for (JsonNode row : one.get("gradients")) {
        for (double value : TestingTorch.doubles(row)) {
          largest = Math.max(largest, Math.abs(value));
        }
      }
      for (int row = 0; row < ROWS; row++) {
        double[] expected = TestingTorch.doubles(one.get("gradients").get(row));
        float[] gradient = found.gradients().get(row);
        assertThat(gradient).as(name).hasSize(expected.length);
        for (int token = 0; token < expected.length; token++) {
          assertThat((double) gradient[token])
              .as("%s, row %d, token %d", name, row, token)
              .isCloseTo(expected[token], within(TOLERANCE * largest));
        }
      }
    }
  }

  private static Evaluation evaluate(JsonNode one) {
    TestingTorch.Draws draws = new TestingTorch.Draws(one.get("seed").longValue());
    List<ObjectiveSequence> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      int count = 1 + draws.whole(9);
      float[] current = draws.reals(count, -2, 1.5);
      float[] old = draws.reals(count, -2, 1.5);
      float[] reference = draws.reals(count, -2, 1.5);
      float[] engine = draws.reals(count, -2, 1.5);
      float[] advantages = draws.reals(count, 0, 2);
      boolean[] mask = new boolean[count];
      Arrays.fill(mask, true);
      rows.add(new ObjectiveSequence(current, old, reference, engine, advantages, mask));
    }
    var settings = LearnerSettings.parse(TestingTorch.settings(one.get("settings")));
    return new Objective(settings.objective()).evaluate(rows);
  }
}
