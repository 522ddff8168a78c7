package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagCell;

/** The weights are those the release was run with. */
class TagProgressTest {
  private static final Offset<Double> SIX_DIGITS = within(5e-7);
  private static final WeightSettings SEAL = WeightSettings.SEAL;

  private static TagProgress observe(TagProgress before, int times, double reward, String... tags) {
    TagCell once = TagCell.EMPTY.observe(reward, reward >= 1);
    TagProgress after = before;
    for (int i = 0; i < times; i++) {
      for (String tag : tags) {
        after = after.observe(Map.of(tag, once));
      }
    }
    return after;
  }

  /** Forty episodes of one step. */
  private static TagProgress fortyEpisodes() {
    TagProgress progress = TagProgress.BEGIN;
    progress = observe(progress, 20, 0, "state_mismatch", "pass", "empty_turn_model_response");
    progress = observe(progress, 10, 1, "pass", "pass", "correct_abstention");
    progress = observe(progress, 6, 0, "spurious_tool_call", "response_mismatch");
    progress = observe(progress, 2, 0, "checker_error", "gt_error");
    return observe(progress, 2, 0, "unknown");
  }

  private static void assertWeights(
      TagProgress progress, double empty, double state, double response, double unknown) {
    Map<String, Double> weights = progress.current(SEAL);
    assertThat(weights.get("empty_turn_model_response")).isEqualTo(empty, SIX_DIGITS);
    assertThat(weights.get("state_mismatch")).isEqualTo(state, SIX_DIGITS);
    assertThat(weights.get("response_mismatch")).isEqualTo(response, SIX_DIGITS);
    assertThat(weights.get("unknown")).isEqualTo(unknown, SIX_DIGITS);
    assertThat(weights.get("spurious_tool_call")).isEqualTo(2);
    assertThat(weights.get("correct_abstention")).isEqualTo(1.8, SIX_DIGITS);
    assertThat(weights.get("instance_mismatch")).isEqualTo(0.6, SIX_DIGITS);
    assertThat(weights.get("pass")).isEqualTo(1);
    assertThat(weights.get("checker_error")).isEqualTo(1);
    assertThat(weights.get("gt_error")).isEqualTo(1);
  }

  @Test
  void weightsFollowWhatIsObservedOverThreeUpdates() {
    TagProgress once = fortyEpisodes().step(SEAL);
    TagProgress twice = once.step(SEAL);
    TagProgress thrice = twice.step(SEAL);

    assertWeights(once, 1.545072, 1.030048, 0.902434, 1.000300);
    assertWeights(twice, 1.578876, 1.052584, 0.904259, 1.000526);
    assertWeights(thrice, 1.604229, 1.069486, 0.905628, 1.000695);
  }

  @Test
  void threeEpisodesMoveTwoWeightsALittle() {
    TagProgress progress = TagProgress.BEGIN;
    progress = observe(progress, 1, 0, "pass", "state_mismatch", "state_mismatch");
    progress = observe(progress, 1, 0.5, "unknown");
    progress = observe(progress, 1, 1, "pass", "pass", "pass");

    TagProgress once = progress.step(SEAL);
    TagProgress twice = once.step(SEAL);

    assertThat(once.weights())
        .containsEntry("state_mismatch", 1.0044642857142856)
        .containsEntry("unknown", 1.0005580357142856)
        .containsEntry("correct_abstention", 1.8);
    assertThat(twice.weights())
        .containsEntry("state_mismatch", 1.0078125)
        .containsEntry("unknown", 1.0009765625);
  }

  @Test
  void theBaseWeightsHoldBeforeTheFirstVersionIsLeftBehind() {
    assertThat(fortyEpisodes().current(SEAL)).isEqualTo(SEAL.base());
    assertThat(TagProgress.BEGIN.step(SEAL).current(SEAL)).isEqualTo(SEAL.base());
  }

  @Test
  void theWindowBeginsAnewAfterItsVersions() {
    WeightSettings twoSteps = new WeightSettings(SEAL.base(), 0.25, 1, 32, 0.5, 2, 2);

    TagProgress first = fortyEpisodes().step(twoSteps);
    TagProgress second = first.step(twoSteps);
    TagProgress third = observe(second, 1, 0, "state_mismatch").step(twoSteps);

    assertThat(first.window()).isEqualTo(first.total());
    assertThat(second.window()).isEmpty();
    assertThat(second.total()).isEqualTo(first.total());
    assertThat(third.window()).isEqualTo(Map.of("state_mismatch", new TagCell(1, 0, 0, 0)));
    assertThat(third.weights().get("state_mismatch"))
        .isEqualTo(0.75 * second.weights().get("state_mismatch") + 0.25 * (1 + 1.0 / 32));
  }

  @Test
  void aVersionWithoutObservationsMovesTheWeightsByAll() {
    WeightSettings oneStep = new WeightSettings(SEAL.base(), 0.25, 1, 32, 0.5, 2, 1);

    TagProgress once = fortyEpisodes().step(oneStep);
    TagProgress twice = once.step(oneStep);

    assertThat(once.window()).isEmpty();
    assertWeights(twice, 1.578876, 1.052584, 0.904259, 1.000526);
  }
}
