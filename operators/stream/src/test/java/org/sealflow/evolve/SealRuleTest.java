package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.evolve.settings.EvolveSettings;

/** Worked by hand from environment-protocol.md 7.3. */
class SealRuleTest {
  private final Map<String, Observations> tags = new LinkedHashMap<>();

  private SealRuleTest tag(String tag, long count, double rewardMean) {
    tags.put(tag, new Observations(count, count * rewardMean));
    return this;
  }

  private List<String> chosen() {
    return SealRule.choose("boxes", tags, EvolveSettings.sealEquivalent().activation()).stream()
        .map(candidate -> candidate.scope().name())
        .toList();
  }

  @Test
  void theStrongestThreeAreChosenInOrder() {
    tag("pass", 40, 0.9);
    tag("correct_abstention", 10, 0.2);
    tag("unknown", 5, 0);
    tag("gt_error", 9, 0);
    tag("checker_error", 3, 0);
    tag("instance_mismatch", 4, 0);
    tag("empty_turn_model_response", 8, 0.55);
    tag("response_mismatch", 10, 0.5);
    tag("spurious_tool_call", 8, 0.1);
    tag("state_mismatch", 20, 0.25);

    List<PatchCandidate> chosen =
        SealRule.choose("boxes", tags, EvolveSettings.sealEquivalent().activation());

    assertThat(chosen)
        .extracting(candidate -> candidate.scope().name())
        .containsExactly("state_mismatch", "spurious_tool_call", "response_mismatch");
    assertThat(chosen).extracting(PatchCandidate::prevalence).containsExactly(0.4, 0.16, 0.2);
    assertThat(chosen.get(0).score()).isCloseTo(0.3, within(1e-12));
    assertThat(chosen.get(1).score()).isCloseTo(0.144, within(1e-12));
    assertThat(chosen.get(2).score()).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void thresholdsHoldAtTheirEdges() {
    assertThat(tag("state_mismatch", 72, 0.9).tag("response_mismatch", 8, 0.59).chosen())
        .containsExactly("response_mismatch");
    assertThat(tag("response_mismatch", 7, 0).chosen()).isEmpty();
    assertThat(tag("response_mismatch", 8, 0.6).chosen()).isEmpty();
    assertThat(tag("state_mismatch", 73, 0.9).tag("response_mismatch", 8, 0).chosen()).isEmpty();
  }

  @Test
  void tagsThatAreNoFailuresDoNotDilute() {
    assertThat(tag("pass", 1000, 1).tag("state_mismatch", 8, 0).chosen())
        .containsExactly("state_mismatch");
  }

  @Test
  void aMasteredTagIsNotHinted() {
    assertThat(tag("state_mismatch", 50, 1).chosen()).isEmpty();
  }

  @Test
  void withoutFailuresThereIsNothing() {
    assertThat(tag("pass", 50, 0).tag("correct_abstention", 9, 0).chosen()).isEmpty();
  }

  @Test
  void equalTagsKeepTheirOrder() {
    assertThat(
            tag("state_mismatch", 10, 0)
                .tag("empty_turn_model_response", 10, 0)
                .tag("response_mismatch", 10, 0)
                .tag("spurious_tool_call", 10, 0)
                .chosen())
        .containsExactly("state_mismatch", "empty_turn_model_response", "response_mismatch");
  }

  @Test
  void aTagWithoutGuidelineCountsAndIsNotChosen() {
    List<PatchCandidate> chosen =
        SealRule.choose(
            "boxes",
            tag("made_up", 30, 0).tag("state_mismatch", 10, 0).tags,
            EvolveSettings.sealEquivalent().activation());

    assertThat(chosen).hasSize(1);
    assertThat(chosen.get(0).prevalence()).isEqualTo(0.25);
  }

  @Test
  void totalsStandInForAnEmptyWindow() {
    EvolutionState state = new EvolutionState();
    CategoryEvidence evidence = new CategoryEvidence(5, state);
    evidence.take(TestingProfiles.tag("boxes", "state_mismatch").at(0, 10, 0).build());
    assertThat(SealRule.tags(evidence).get("state_mismatch").count()).isEqualTo(10);

    evidence.advance(5);
    assertThat(SealRule.tags(evidence).get("state_mismatch").count()).isEqualTo(10);

    evidence.take(TestingProfiles.tag("boxes", "response_mismatch").at(5, 3, 0).build());
    assertThat(SealRule.tags(evidence).get("state_mismatch").count()).isZero();
    assertThat(SealRule.tags(evidence).get("response_mismatch").count()).isEqualTo(3);
  }
}
