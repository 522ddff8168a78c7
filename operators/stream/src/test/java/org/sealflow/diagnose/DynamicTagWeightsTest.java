package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DynamicTagWeightsTest {
  /**
   * 20 failures tagged state_mismatch, pass, empty; 10 successes pass, pass, abstention; 6 failures
   * spurious, response; 2 of errors of the machinery; 2 without tags.
   */
  private static final Map<String, TagCell> FORTY_EPISODES =
      Map.of(
          "state_mismatch", new TagCell(20, 0, 0, 0),
          "pass", new TagCell(40, 20, 20, 0),
          "empty_turn_model_response", new TagCell(20, 0, 0, 0),
          "correct_abstention", new TagCell(10, 10, 10, 0),
          "spurious_tool_call", new TagCell(6, 0, 0, 0),
          "response_mismatch", new TagCell(6, 0, 0, 0),
          "checker_error", new TagCell(2, 0, 0, 0),
          "gt_error", new TagCell(2, 0, 0, 0),
          "unknown", new TagCell(2, 0, 0, 0));

  private static final Map<String, TagCell> THREE_EPISODES =
      Map.of(
          "pass", new TagCell(4, 3, 3, 0),
          "state_mismatch", new TagCell(2, 0, 0, 0),
          "unknown", new TagCell(1, 0, 0.5, 1));

  private static TagWeights updated(Map<String, TagCell> observed, int times) {
    TagWeights weights = TagWeights.NONE;
    for (int i = 0; i < times; i++) {
      weights =
          DynamicTagWeights.SEAL.update(TagWeights.SEAL, weights, observed, 0.5, 2).orElseThrow();
    }
    return weights;
  }

  private static void expect(TagWeights weights, Map<String, Double> expected, double tolerance) {
    assertThat(weights.byTag().keySet()).containsAll(expected.keySet());
    expected.forEach(
        (tag, weight) -> assertThat(weights.of(tag)).as(tag).isCloseTo(weight, within(tolerance)));
  }

  @Test
  void threeUpdatesOverFortyEpisodes() {
    expect(
        updated(FORTY_EPISODES, 1),
        Map.of(
            "empty_turn_model_response", 1.545072,
            "state_mismatch", 1.030048,
            "response_mismatch", 0.902434,
            "unknown", 1.000300,
            "spurious_tool_call", 2.0,
            "correct_abstention", 1.8,
            "instance_mismatch", 0.6,
            "pass", 1.0,
            "checker_error", 1.0,
            "gt_error", 1.0),
        5e-7);
    expect(
        updated(FORTY_EPISODES, 2),
        Map.of(
            "empty_turn_model_response", 1.578876,
            "state_mismatch", 1.052584,
            "response_mismatch", 0.904259,
            "unknown", 1.000526),
        5e-7);
    expect(
        updated(FORTY_EPISODES, 3),
        Map.of(
            "empty_turn_model_response", 1.604229,
            "state_mismatch", 1.069486,
            "response_mismatch", 0.905628,
            "unknown", 1.000695),
        5e-7);
  }

  @Test
  void fewObservationsMoveAWeightLittle() {
    TagWeights first = updated(THREE_EPISODES, 1);
    assertThat(first.of("state_mismatch")).isEqualTo(1.0044642857142856);
    assertThat(first.of("unknown")).isEqualTo(1.0005580357142856);
    TagWeights second = updated(THREE_EPISODES, 2);
    assertThat(second.of("state_mismatch")).isCloseTo(1.0078125, within(1e-15));
    assertThat(second.of("unknown")).isCloseTo(1.0009765625, within(1e-15));
    assertThat(second.byTag()).containsAllEntriesOf(rest());
  }

  /** The base weights of the tags that were not seen failing. */
  private static Map<String, Double> rest() {
    return Map.of(
        "spurious_tool_call", 2.0,
        "correct_abstention", 1.8,
        "empty_turn_model_response", 1.5,
        "response_mismatch", 0.9,
        "instance_mismatch", 0.6,
        "pass", 1.0);
  }

  @Test
  void withoutObservationsThereIsNoUpdate() {
    assertThat(DynamicTagWeights.SEAL.update(TagWeights.SEAL, TagWeights.NONE, Map.of(), 0.5, 2))
        .isEmpty();
    Map<String, TagCell> errors = Map.of("gt_error", new TagCell(9, 0, 0, 0));
    assertThat(DynamicTagWeights.SEAL.update(TagWeights.SEAL, TagWeights.NONE, errors, 0.5, 2))
        .isEmpty();
  }

  @Test
  void aWeightOutsideTheRangeMovesIntoItStepByStep() {
    TagWeights base = new TagWeights(Map.of("pass", 1.0, "spurious_tool_call", 4.0));
    TagWeights next =
        DynamicTagWeights.SEAL.update(base, TagWeights.NONE, THREE_EPISODES, 0.5, 2).orElseThrow();
    assertThat(next.of("spurious_tool_call")).isEqualTo(0.75 * 4 + 0.25 * 2);
  }

  @Test
  void aWeightRememberedFallsBackOnceItsTagIsGone() {
    TagWeights previous = new TagWeights(Map.of("state_mismatch", 1.6));
    Map<String, TagCell> passes = Map.of("pass", new TagCell(5, 5, 5, 0));
    TagWeights next =
        DynamicTagWeights.SEAL.update(TagWeights.SEAL, previous, passes, 0.5, 2).orElseThrow();
    assertThat(next.of("state_mismatch")).isCloseTo(0.75 * 1.6 + 0.25, within(1e-15));
  }

  @Test
  void shareAndConfidenceAreTakenIntoTheirRanges() {
    assertThat(new DynamicTagWeights(7, 1, -3)).isEqualTo(new DynamicTagWeights(1, 1, 1));
    assertThat(new DynamicTagWeights(-1, 1, 5).beta()).isZero();
    assertThatThrownBy(() -> new DynamicTagWeights(Double.NaN, 1, 5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anUpdateLooksAtTheWindowOrElseAtEverything() {
    TagCells total = new TagCells(Map.of(), FORTY_EPISODES, Map.of(), Map.of());
    TagCells window = new TagCells(Map.of(), THREE_EPISODES, Map.of(), Map.of());
    assertThat(DynamicTagWeights.source(window, total)).isEqualTo(THREE_EPISODES);
    assertThat(DynamicTagWeights.source(TagCells.EMPTY, total)).isEqualTo(FORTY_EPISODES);
  }
}
