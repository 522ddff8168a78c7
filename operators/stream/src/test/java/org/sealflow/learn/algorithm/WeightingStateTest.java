package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagCell;
import org.sealflow.diagnose.TagCells;
import org.sealflow.diagnose.TagWeights;

class WeightingStateTest {
  private static final ScaleSettings SCALE = ScaleSettings.SEAL;

  private static TagWeightSettings settings(Map<String, String> given) {
    return LearnerSettings.parse(given).weighting().tags();
  }

  private static WeightingState observed(TagWeightSettings settings) {
    return WeightingState.start(settings)
        .observe("multi_turn_base", List.of(PASS, STATE_MISMATCH, STATE_MISMATCH), 0)
        .observe("", List.of(), 0.5)
        .observe("multi_turn_base", List.of(PASS, PASS, PASS), 1);
  }

  @Test
  void aStepWeighsWithItsOwnObservations() {
    TagWeightSettings settings = settings(Map.of());
    WeightingState first = observed(settings).advance(0, settings, SCALE);
    assertThat(first.inForce().of(STATE_MISMATCH)).isEqualTo(1.0044642857142856);
    WeightingState second = first.advance(1, settings, SCALE);
    assertThat(second.inForce().of(STATE_MISMATCH)).isCloseTo(1.0078125, within(1e-15));
    assertThat(second.smoothed()).isEqualTo(second.inForce());
  }

  @Test
  void aRewardOfOneIsASuccess() {
    TagWeightSettings settings = settings(Map.of());
    assertThat(observed(settings).total().tags())
        .containsEntry("pass", new TagCell(4, 3, 3, 0))
        .containsEntry("unknown", new TagCell(1, 0, 0.5, 1));
  }

  @Test
  void weightsStayDuringTheWarmUpWhileObservationsCount() {
    TagWeightSettings settings = settings(Map.of("weighting.tags.warmupSteps", "2"));
    WeightingState state = observed(settings).advance(1, settings, SCALE);
    assertThat(state.inForce()).isEqualTo(TagWeights.SEAL);
    assertThat(state.smoothed()).isEqualTo(TagWeights.NONE);
    assertThat(state.total().tags()).containsKey("state_mismatch");
    assertThat(state.advance(2, settings, SCALE).inForce()).isNotEqualTo(TagWeights.SEAL);
  }

  @Test
  void staticWeightsAreTheBaseWeights() {
    TagWeightSettings settings =
        settings(Map.of("weighting.tags.dynamic", "false", "weighting.tags.base.pass", "1.25"));
    WeightingState state = observed(settings).advance(0, settings, SCALE);
    assertThat(state.inForce().of(PASS)).isEqualTo(1.25);
    assertThat(state.inForce().of(STATE_MISMATCH)).isOne();
  }

  @Test
  void withoutObservationsTheBaseWeightsHoldAndTheLastOnesStayRemembered() {
    TagWeightSettings settings = settings(Map.of());
    WeightingState state =
        new WeightingState(
                TagCells.EMPTY,
                TagCells.EMPTY,
                new TagWeights(Map.of("pass", 1.5)),
                TagWeights.NONE)
            .advance(0, settings, SCALE);
    assertThat(state.inForce()).isEqualTo(TagWeights.SEAL);
    assertThat(state.smoothed().of(PASS)).isEqualTo(1.5);
  }

  @Test
  void theWindowBeginsAnewAndTheTotalsStay() {
    TagWeightSettings settings = settings(Map.of("weighting.tags.windowSteps", "3"));
    WeightingState state = observed(settings).advance(0, settings, SCALE);
    assertThat(state.finish(0, settings)).isSameAs(state);
    assertThat(state.finish(1, settings)).isSameAs(state);
    WeightingState begun = state.finish(2, settings);
    assertThat(begun.window()).isEqualTo(TagCells.EMPTY);
    assertThat(begun.total()).isEqualTo(state.total());
    assertThat(begun.smoothed()).isEqualTo(state.smoothed());
    assertThat(state.finish(5, settings).window()).isEqualTo(TagCells.EMPTY);
  }

  @Test
  void afterTheWindowBeganOnlyItsObservationsMoveWeights() {
    TagWeightSettings settings = settings(Map.of("weighting.tags.windowSteps", "1"));
    WeightingState begun = observed(settings).finish(0, settings);
    WeightingState next = begun.observe("a", List.of(PASS), 1).advance(1, settings, SCALE);
    assertThat(next.inForce().of(STATE_MISMATCH)).isOne();
    // An empty window falls back on the totals.
    assertThat(begun.advance(1, settings, SCALE).inForce().of(STATE_MISMATCH)).isGreaterThan(1);
  }
}
