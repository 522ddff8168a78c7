package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.schemas.Tag.CHECKER_ERROR;
import static org.sealflow.schemas.Tag.CORRECT_ABSTENTION;
import static org.sealflow.schemas.Tag.EMPTY_TURN_MODEL_RESPONSE;
import static org.sealflow.schemas.Tag.GT_ERROR;
import static org.sealflow.schemas.Tag.INSTANCE_MISMATCH;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.RESPONSE_MISMATCH;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.schemas.Tag;

class TagWeightsTest {
  static Stream<Arguments> scales() {
    return Stream.of(
        Arguments.of(List.of(), 1.0),
        Arguments.of(List.of(GT_ERROR), 1.0),
        Arguments.of(List.of(CHECKER_ERROR, GT_ERROR), 1.0),
        Arguments.of(List.of(PASS), 1.0),
        Arguments.of(List.of(SPURIOUS_TOOL_CALL), 2.0),
        Arguments.of(List.of(GT_ERROR, SPURIOUS_TOOL_CALL), 2.0),
        Arguments.of(List.of(SPURIOUS_TOOL_CALL, PASS), 1.5),
        Arguments.of(List.of(CORRECT_ABSTENTION, PASS), 1.4),
        Arguments.of(List.of(INSTANCE_MISMATCH, INSTANCE_MISMATCH), 0.6),
        Arguments.of(List.of(INSTANCE_MISMATCH, GT_ERROR), 0.6),
        Arguments.of(
            List.of(INSTANCE_MISMATCH, INSTANCE_MISMATCH, INSTANCE_MISMATCH, RESPONSE_MISMATCH),
            0.6749999999999999));
  }

  @ParameterizedTest
  @MethodSource("scales")
  void aTrajectoryWeighsTheMeanOfItsEffectiveTags(List<Tag> tags, double scale) {
    assertThat(TagWeights.SEAL.scale(tags, 0.5, 2)).isEqualTo(scale);
  }

  @Test
  void theMeanOfThreeDifferentTags() {
    List<Tag> tags = List.of(EMPTY_TURN_MODEL_RESPONSE, STATE_MISMATCH, RESPONSE_MISMATCH);
    assertThat(TagWeights.SEAL.scale(tags, 0.5, 2)).isCloseTo(3.4 / 3, within(1e-15));
  }

  @Test
  void theScaleIsClipped() {
    TagWeights weights =
        TagWeights.SEAL.with(new TagWeights(Map.of("pass", 3.0, "state_mismatch", 0.1)));
    assertThat(weights.scale(List.of(PASS), 0.5, 2)).isEqualTo(2);
    assertThat(weights.scale(List.of(STATE_MISMATCH), 0.5, 2)).isEqualTo(0.5);
    assertThat(weights.scale(List.of(SPURIOUS_TOOL_CALL), 0.5, 2)).isEqualTo(2);
  }

  @Test
  void tagsNotNamedWeighOne() {
    assertThat(TagWeights.SEAL.of("zzz")).isOne();
    assertThat(TagWeights.SEAL.of(TagCells.UNKNOWN)).isOne();
    assertThat(TagWeights.NONE.of(SPURIOUS_TOOL_CALL)).isOne();
    assertThat(TagWeights.SEAL.of(CORRECT_ABSTENTION)).isEqualTo(1.8);
  }

  @Test
  void onlyTheTwoErrorsOfTheMachineryAreExcluded() {
    assertThat(Arrays.stream(Tag.values()).filter(TagWeights::isExcluded))
        .containsExactlyInAnyOrder(CHECKER_ERROR, GT_ERROR);
    assertThat(TagWeights.isExcluded("gt_error")).isTrue();
    assertThat(TagWeights.isExcluded("unknown")).isFalse();
  }

  @Test
  void aWeightThatIsNegativeOrNoNumberIsRefused() {
    assertThatThrownBy(() -> new TagWeights(Map.of("pass", -1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weight of pass is -1.0, expected a finite number from 0");
    assertThatThrownBy(() -> new TagWeights(Map.of("pass", Double.NaN)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
