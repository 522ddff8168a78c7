package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.schemas.Tag.CHECKER_ERROR;
import static org.sealflow.schemas.Tag.EMPTY_TURN_MODEL_RESPONSE;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

class SignedWeightingTest {
  private static List<Double> factors(SampleDiagnosis diagnosis) {
    return SignedWeighting.factors(diagnosis, TagWeights.SEAL, 0.5, 2);
  }

  /** A diagnosis of turns all reached. */
  private static SampleDiagnosis reached(List<Integer> rootCauses, Tag... tags) {
    return new SampleDiagnosis(List.of(tags), tags.length, rootCauses);
  }

  @Test
  void onlyTheRootCauseIsWeighted() {
    SampleDiagnosis cascade =
        reached(List.of(1), PASS, SPURIOUS_TOOL_CALL, STATE_MISMATCH, EMPTY_TURN_MODEL_RESPONSE);
    assertThat(factors(cascade)).containsExactly(1.0, 2.0, 1.0, 1.0);
  }

  @Test
  void turnsNeverReachedHaveNoFactor() {
    SampleDiagnosis stopped =
        new SampleDiagnosis(List.of(SPURIOUS_TOOL_CALL, EMPTY_TURN_MODEL_RESPONSE), 1, List.of(0));
    assertThat(factors(stopped)).containsExactly(2.0);
    assertThat(factors(SampleDiagnosis.NONE)).isEmpty();
  }

  @Test
  void anEpisodeThatPassedIsNotWeighted() {
    assertThat(factors(reached(List.of(), PASS, SPURIOUS_TOOL_CALL))).containsExactly(1.0, 1.0);
  }

  @Test
  void aTagThatSaysNothingAboutThePolicyIsNotWeighted() {
    assertThat(factors(reached(List.of(0), CHECKER_ERROR))).containsExactly(1.0);
  }

  @Test
  void factorsStayWithinTheirBounds() {
    SampleDiagnosis failed = reached(List.of(0), SPURIOUS_TOOL_CALL);
    assertThat(SignedWeighting.factors(failed, TagWeights.SEAL, 0.5, 1.2)).containsExactly(1.2);
    SampleDiagnosis mild = reached(List.of(0), Tag.INSTANCE_MISMATCH);
    assertThat(SignedWeighting.factors(mild, TagWeights.SEAL, 0.8, 2)).containsExactly(0.8);
  }

  /** |0.5| + |-0.5| + |-1| = 2 before, 0.5 + 1 + 1 after doubling one turn: 2 / 2.5. */
  @Test
  void theAbsoluteAdvantageOfABatchStaysWhatItWas() {
    assertThat(
            SignedWeighting.balance(
                List.of(List.of(0.5, -0.5), List.of(-1.0)),
                List.of(List.of(0.5, -1.0), List.of(-1.0))))
        .isEqualTo(0.8);
    assertThat(SignedWeighting.balance(List.of(List.of(0.0)), List.of(List.of(0.0)))).isOne();
    assertThat(SignedWeighting.balance(List.of(), List.of())).isOne();
  }
}
