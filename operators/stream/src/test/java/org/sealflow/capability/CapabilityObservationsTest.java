package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.sealflow.schemas.CapabilityKind.CATEGORY;
import static org.sealflow.schemas.CapabilityKind.CATEGORY_TAG;
import static org.sealflow.schemas.CapabilityKind.TAG;
import static org.sealflow.schemas.CapabilityKind.TASK;
import static org.sealflow.schemas.CapabilityKind.TOOL;
import static org.sealflow.schemas.CapabilityKind.TOOL_ARGUMENT;
import static org.sealflow.schemas.CapabilityKind.TOOL_FAILURE;
import static org.sealflow.schemas.CapabilityKind.TURN_POSITION_TAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagCell;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;

class CapabilityObservationsTest {
  private static final String BASE = TestingEpisode.CATEGORY;

  /** Keys of the observations without the run, in order. */
  private static List<String> keys(EpisodeObservation episode, CapabilityKind... kinds) {
    Set<CapabilityKind> wanted = EnumSet.copyOf(Arrays.asList(kinds));
    return CapabilityObservations.of(episode).stream()
        .filter(observation -> wanted.contains(observation.kind()))
        .map(observation -> ObservationBundle.of(observation).key().substring("run/".length()))
        .toList();
  }

  @Test
  void anEpisodeIsOneOfItsTaskAndItsCategory() {
    EpisodeObservation episode = TestingEpisode.failed("e").tags(Tag.PASS).stamped(0);

    assertThat(keys(episode, TASK, CATEGORY))
        .containsExactly(
            "TASK/multi_turn_base/multi_turn_base_0",
            "CATEGORY/multi_turn_base/multi_turn_base",
            "CATEGORY/*/*");
  }

  @Test
  void everyTurnIsOneOfItsTagPaddedOnesIncluded() {
    EpisodeObservation episode =
        TestingEpisode.failed("e")
            .tags(Tag.PASS, Tag.STATE_MISMATCH, Tag.GT_ERROR)
            .turn(new TestingTurn(3).tag(Tag.STATE_MISMATCH).unreached())
            .stamped(0);

    assertThat(keys(episode, TAG))
        .containsExactly(
            "TAG/*/pass", "TAG/*/state_mismatch", "TAG/*/gt_error", "TAG/*/state_mismatch");
    assertThat(keys(episode, CATEGORY_TAG))
        .containsExactly(
            "CATEGORY_TAG/multi_turn_base/pass",
            "CATEGORY_TAG/multi_turn_base/state_mismatch",
            "CATEGORY_TAG/multi_turn_base/gt_error",
            "CATEGORY_TAG/multi_turn_base/state_mismatch");
    assertThat(keys(episode, TURN_POSITION_TAG))
        .containsExactly(
            "TURN_POSITION_TAG/*/early::pass",
            "TURN_POSITION_TAG/*/middle::state_mismatch",
            "TURN_POSITION_TAG/*/late::gt_error",
            "TURN_POSITION_TAG/*/late::state_mismatch");
  }

  @Test
  void onlyReachedTurnsUseTools() {
    EpisodeObservation episode =
        TestingEpisode.failed("e")
            .turn(new TestingTurn(0).policyUses("cd", "fly").groundTruthUses("cd"))
            .turn(new TestingTurn(1).groundTruthUses("cd"))
            .turn(new TestingTurn(2).unreached().groundTruthUses("ls"))
            .stamped(0);

    assertThat(keys(episode, TOOL))
        .containsExactly(
            "TOOL/multi_turn_base/cd",
            "TOOL/*/cd",
            "TOOL/multi_turn_base/other",
            "TOOL/*/other",
            "TOOL/multi_turn_base/cd",
            "TOOL/*/cd");
  }

  @Test
  void aFailureIsOneOfEachToolBlamedAndOfAny() {
    EpisodeObservation episode =
        TestingEpisode.failed("e")
            .turn(
                new TestingTurn(0)
                    .tag(Tag.STATE_MISMATCH)
                    .fails(TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.OWN)
                    .shows(EvidenceKind.OTHER_VALUE, "cd", "folder")
                    .shows(EvidenceKind.OTHER_VALUE, "echo", "content"))
            .stamped(0);

    assertThat(keys(episode, TOOL_FAILURE))
        .containsExactly(
            "TOOL_FAILURE/multi_turn_base/cd::ARGUMENT_MISMATCH",
            "TOOL_FAILURE/*/cd::ARGUMENT_MISMATCH",
            "TOOL_FAILURE/multi_turn_base/echo::ARGUMENT_MISMATCH",
            "TOOL_FAILURE/*/echo::ARGUMENT_MISMATCH",
            "TOOL_FAILURE/multi_turn_base/*::ARGUMENT_MISMATCH",
            "TOOL_FAILURE/*/*::ARGUMENT_MISMATCH");
    assertThat(keys(episode, TOOL_ARGUMENT))
        .containsExactly(
            "TOOL_ARGUMENT/multi_turn_base/cd::folder",
            "TOOL_ARGUMENT/*/cd::folder",
            "TOOL_ARGUMENT/multi_turn_base/echo::content",
            "TOOL_ARGUMENT/*/echo::content");
  }

  @Test
  void aCascadedFailureBlamesNoToolButKeepsItsTag() {
    EpisodeObservation episode =
        TestingEpisode.failed("e")
            .turn(
                new TestingTurn(0)
                    .tag(Tag.STATE_MISMATCH)
                    .fails(TurnFailure.ARGUMENT_MISMATCH, FailureOrigin.CASCADED)
                    .policyUses("cd")
                    .shows(EvidenceKind.OTHER_VALUE, "cd", "folder"))
            .stamped(0);

    assertThat(keys(episode, TOOL_FAILURE, TOOL_ARGUMENT)).isEmpty();
    assertThat(keys(episode, TAG)).containsExactly("TAG/*/state_mismatch");
    assertThat(keys(episode, TOOL)).hasSize(2);
  }

  @Test
  void whatDoesNotCountOnlyEndsASampleOfItsTask() {
    EpisodeObservation episode = TestingEpisode.broken("e").group("g", 4).tags(Tag.PASS).stamped(0);

    List<CapabilityObservation> observations = CapabilityObservations.of(episode);

    assertThat(observations).hasSize(1);
    assertThat(observations.get(0).kind()).isEqualTo(TASK);
    assertThat(observations.get(0).outcome().counted()).isFalse();
    assertThat(observations.get(0).sample()).isEqualTo(new TaskSample("g", 4, List.of()));
  }

  @Test
  void everyObservationCarriesTheOutcomeOfItsEpisode() {
    EpisodeObservation episode =
        TestingEpisode.passed("e")
            .shown(TestingEpisode.DIGEST)
            .endedAt(42)
            .turn(new TestingTurn(0).policyUses("cd"))
            .stamped(7);

    assertThat(CapabilityObservations.of(episode))
        .hasSize(8)
        .extracting(CapabilityObservation::outcome)
        .containsOnly(new EpisodeOutcome(true, 1, true, true, TestingEpisode.DIGEST, 7, 42));
  }

  @Test
  void onlyTagsCarryAWeightAndOnlyTasksASample() {
    EpisodeObservation episode =
        TestingEpisode.failed("e").tags(Tag.STATE_MISMATCH, Tag.GT_ERROR).stamped(0);

    List<CapabilityObservation> observations = CapabilityObservations.of(episode);

    assertThat(observations)
        .filteredOn(observation -> observation.tagWeight() != null)
        .extracting(CapabilityObservation::name, CapabilityObservation::tagWeight)
        .containsExactly(tuple("state_mismatch", 1.25), tuple("gt_error", 1.0));
    assertThat(observations)
        .filteredOn(observation -> observation.sample() != null)
        .extracting(CapabilityObservation::kind)
        .containsExactly(TASK);
  }

  @Test
  void runsAreCountedApart() {
    EpisodeObservation episode =
        TestingEpisode.failed("e").run("another").tags(Tag.PASS).stamped(0);

    assertThat(CapabilityObservations.of(episode))
        .allMatch(observation -> ObservationBundle.of(observation).key().startsWith("another/"));
  }

  /** The example of three observations that the release was run with. */
  @Test
  void cellsAreThoseOfSealsCapabilityState() {
    List<EpisodeObservation> episodes =
        List.of(
            TestingEpisode.failed("1")
                .tags(Tag.PASS, Tag.STATE_MISMATCH, Tag.STATE_MISMATCH)
                .stamped(0),
            TestingEpisode.failed("2").task("t2", "_none").reward(0.5).stamped(0),
            TestingEpisode.passed("3").tags(Tag.PASS, Tag.PASS, Tag.PASS).stamped(0));

    Map<String, TagCell> cells = new TreeMap<>();
    for (EpisodeObservation episode : episodes) {
      for (CapabilityObservation each : CapabilityObservations.of(episode)) {
        cells.merge(
            each.kind() + " " + each.category() + " " + each.name(),
            TagCell.EMPTY.observe(each.outcome().reward(), each.outcome().success()),
            TagCell::plus);
      }
    }

    assertThat(only(cells, "TAG * "))
        .isEqualTo(
            Map.of(
                "pass", new TagCell(4, 3, 3.0, 0),
                "state_mismatch", new TagCell(2, 0, 0.0, 0),
                "unknown", new TagCell(1, 0, 0.5, 1)));
    assertThat(only(cells, "CATEGORY " + BASE))
        .isEqualTo(Map.of(" " + BASE, new TagCell(2, 1, 1.0, 0)));
    assertThat(only(cells, "CATEGORY _none "))
        .isEqualTo(Map.of("_none", new TagCell(1, 0, 0.5, 1)));
    assertThat(only(cells, "TURN_POSITION_TAG * "))
        .isEqualTo(
            Map.of(
                "early::pass", new TagCell(2, 1, 1.0, 0),
                "middle::state_mismatch", new TagCell(1, 0, 0.0, 0),
                "middle::pass", new TagCell(1, 1, 1.0, 0),
                "late::state_mismatch", new TagCell(1, 0, 0.0, 0),
                "late::pass", new TagCell(1, 1, 1.0, 0),
                "only::unknown", new TagCell(1, 0, 0.5, 1)));
    assertThat(only(cells, "CATEGORY_TAG _none "))
        .isEqualTo(Map.of("unknown", new TagCell(1, 0, 0.5, 1)));
  }

  private static Map<String, TagCell> only(Map<String, TagCell> cells, String prefix) {
    Map<String, TagCell> kept = new TreeMap<>();
    List<String> keys = new ArrayList<>(cells.keySet());
    keys.stream()
        .filter(key -> key.startsWith(prefix))
        .forEach(key -> kept.put(key.substring(prefix.length()), cells.get(key)));
    return kept;
  }
}
