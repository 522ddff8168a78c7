package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.schemas.Tag.CHECKER_ERROR;
import static org.sealflow.schemas.Tag.CORRECT_ABSTENTION;
import static org.sealflow.schemas.Tag.EMPTY_TURN_MODEL_RESPONSE;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

class SignedWeightingTest {
  private static final double SUCCESS = 1.5;
  private static final double FAILURE = -0.5;

  private static double weight(SampleDiagnosis diagnosis, double advantage) {
    return SignedWeighting.weight(diagnosis, advantage, TagWeights.SEAL, 0.5, 2);
  }

  /** A diagnosis of turns all reached. */
  private static SampleDiagnosis reached(List<Integer> rootCauses, Tag... tags) {
    return new SampleDiagnosis(List.of(tags), tags.length, rootCauses);
  }

  @Test
  void ofFailuresOnlyTheRootCauseCounts() {
    // (1.0 for the pass + 2.0 for the root cause) / 2; the two that follow from it are left out.
    SampleDiagnosis cascade =
        reached(List.of(1), PASS, SPURIOUS_TOOL_CALL, STATE_MISMATCH, EMPTY_TURN_MODEL_RESPONSE);
    assertThat(weight(cascade, FAILURE)).isEqualTo(1.5);
    assertThat(TagWeights.SEAL.scale(cascade.tags(), 0.5, 2)).isEqualTo(1.375);
  }

  @Test
  void everyRootCauseCounts() {
    SampleDiagnosis both =
        reached(List.of(0, 2), EMPTY_TURN_MODEL_RESPONSE, PASS, SPURIOUS_TOOL_CALL);
    assertThat(weight(both, FAILURE)).isEqualTo(1.5);
  }

  @Test
  void turnsNeverReachedDoNotCount() {
    // Stopped in its first turn: padding would blame two empty turns and dilute the mistake.
    SampleDiagnosis stopped =
        new SampleDiagnosis(
            List.of(
                SPURIOUS_TOOL_CALL,
                EMPTY_TURN_MODEL_RESPONSE,
                CORRECT_ABSTENTION,
                EMPTY_TURN_MODEL_RESPONSE),
            1,
            List.of(0));
    assertThat(weight(stopped, FAILURE)).isEqualTo(2);
    assertThat(TagWeights.SEAL.scale(stopped.tags(), 0.5, 2)).isCloseTo(1.7, within(1e-15));
  }

  @Test
  void aSpuriousCallThatTheVerdictLetThroughIsNotStrengthened() {
    SampleDiagnosis passed = reached(List.of(), PASS, SPURIOUS_TOOL_CALL, CORRECT_ABSTENTION);
    assertThat(weight(passed, SUCCESS)).isOne();
    SampleDiagnosis blamed = reached(List.of(0), SPURIOUS_TOOL_CALL, PASS);
    assertThat(weight(blamed, SUCCESS)).isOne();
    assertThat(weight(blamed, FAILURE)).isEqualTo(1.5);
  }

  @Test
  void aLightTrajectoryStaysLightDespiteItsSpuriousCall() {
    SampleDiagnosis light =
        reached(List.of(1), SPURIOUS_TOOL_CALL, Tag.INSTANCE_MISMATCH, Tag.INSTANCE_MISMATCH);
    assertThat(weight(light, SUCCESS)).isEqualTo(0.6);
  }

  @Test
  void anAbstentionIsPraisedInSuccessButNotBlamedInFailure() {
    SampleDiagnosis abstained = reached(List.of(), CORRECT_ABSTENTION, PASS);
    assertThat(weight(abstained, SUCCESS)).isEqualTo(1.4);
    SampleDiagnosis failedElsewhere =
        reached(List.of(1), CORRECT_ABSTENTION, EMPTY_TURN_MODEL_RESPONSE);
    assertThat(weight(failedElsewhere, FAILURE)).isEqualTo(1.25);
    assertThat(TagWeights.SEAL.scale(failedElsewhere.tags(), 0.5, 2)).isEqualTo(1.65);
  }

  @Test
  void whereNoTurnCountsTheWeightIsOne() {
    assertThat(weight(SampleDiagnosis.NONE, FAILURE)).isOne();
    assertThat(weight(reached(List.of(), STATE_MISMATCH), FAILURE)).isOne();
    assertThat(weight(reached(List.of(0), CHECKER_ERROR), FAILURE)).isOne();
  }

  @Test
  void theMeanIsClipped() {
    SampleDiagnosis failed = reached(List.of(0), SPURIOUS_TOOL_CALL);
    assertThat(SignedWeighting.weight(failed, FAILURE, TagWeights.SEAL, 0.5, 1.2)).isEqualTo(1.2);
    SampleDiagnosis mild = reached(List.of(0), Tag.INSTANCE_MISMATCH);
    assertThat(SignedWeighting.weight(mild, FAILURE, TagWeights.SEAL, 0.8, 2)).isEqualTo(0.8);
  }
}
