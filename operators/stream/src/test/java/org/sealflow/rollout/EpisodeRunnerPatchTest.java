package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;

/** An episode is shown the patches of its request, and says so. */
class EpisodeRunnerPatchTest {
  private static final RolloutSettings SETTINGS = TestingGame.SETTINGS;
  private static final PatchRecord GUIDELINE =
      TestingPatches.guideline("multi_turn_base", PatchState.ACTIVE);
  private static final PatchRecord CUE = TestingPatches.required("multi_turn_base", "cd", "folder");

  private final TestingPolicy policy = new TestingPolicy();

  private static EpisodeRequest request(
      String episodeId, Mode mode, Arm arm, PatchRecord... patches) {
    EpisodeRequest request = TestingGame.request(episodeId, "base_0");
    return new EpisodeRequest(
        request.runId(),
        request.episodeId(),
        0,
        request.taskId(),
        request.taskDigest(),
        request.groupId(),
        0,
        1,
        0,
        mode,
        arm,
        1,
        1,
        0,
        64,
        5,
        request.runStartedAt(),
        -1,
        Stream.of(patches).map(PatchRecord::getPatch).toList(),
        null);
  }

  private List<ChatMessage> opening(String episodeId) {
    return policy.asks.stream()
        .filter(ask -> ask.episodeId.equals(episodeId))
        .findFirst()
        .orElseThrow()
        .added;
  }

  @Test
  void aPatchedTrainingEpisodeSeesThemAndSaysSo() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request("patched", Mode.TRAIN, Arm.PATCHED, GUIDELINE, CUE));

      assertThat(opening("patched").get(0).content())
          .contains(TestingPatches.GUIDELINE)
          .contains("[required]");
      EpisodeStarted header = runner.header("patched");
      PatchSet expected = PatchSet.of(List.of(GUIDELINE.getPatch(), CUE.getPatch()));
      assertThat(header.getPatchSetDigest()).isEqualTo(expected.digest());
      assertThat(header.getShownPatches())
          .isEqualTo(expected.keys())
          .containsExactlyInAnyOrder(GUIDELINE.getPatchKey(), CUE.getPatchKey());
      assertThat(policy.opened.get(0).tools())
          .as("the tools as shown")
          .anyMatch(tool -> tool.startsWith("{\"name\": \"cd\"") && tool.contains("[required]"));
    }
  }

  @Test
  void thePromptsOfEvaluationsAndHoldoutAreTheSameBytes() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(
          request("evaluation", Mode.EVAL, Arm.HOLDOUT),
          request("holdout", Mode.TRAIN, Arm.HOLDOUT),
          request("unpatched", Mode.TRAIN, Arm.PATCHED),
          request("patched", Mode.TRAIN, Arm.PATCHED, GUIDELINE, CUE));

      for (String plain : List.of("holdout", "unpatched")) {
        assertThat(opening(plain)).as(plain).isEqualTo(opening("evaluation"));
        assertThat(runner.header(plain).getPatchSetDigest()).isNull();
        assertThat(runner.header(plain).getShownPatches()).isEmpty();
      }
      assertThat(opening("patched")).isNotEqualTo(opening("evaluation"));
    }
  }

  @Test
  void thePolicysSideIsToldHowATrainingEpisodeWithPatchesWouldReadPlainly() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withReliance(true), policy)) {
      runner.send(
          request("holdout", Mode.TRAIN, Arm.HOLDOUT),
          request("patched", Mode.TRAIN, Arm.PATCHED, GUIDELINE, CUE));

      assertThat(opening("patched"))
          .extracting(ChatMessage::plain)
          .isEqualTo(opening("holdout").stream().map(ChatMessage::content).toList());
      assertThat(opening("holdout")).extracting(ChatMessage::plain).containsOnlyNulls();
    }
  }

  @Test
  void whereRelianceIsNotMeasuredItIsNot() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request("patched", Mode.TRAIN, Arm.PATCHED, GUIDELINE, CUE));

      assertThat(opening("patched")).extracting(ChatMessage::plain).containsOnlyNulls();
    }
  }

  @Test
  void aPatchedEvaluationCannotEvenBeRequested() {
    assertThatThrownBy(() -> request("e", Mode.EVAL, Arm.PATCHED))
        .hasMessage("arm of e is PATCHED, expected HOLDOUT, since the mode is EVAL");
  }

  @Test
  void patchesCannotEvenBeRequestedForTheHoldout() {
    assertThatThrownBy(() -> request("e", Mode.TRAIN, Arm.HOLDOUT, GUIDELINE))
        .hasMessage("e has 1 patches, expected none in the arm HOLDOUT");
  }

  /** The texts of all results an episode is shown, errors included. */
  private static List<String> heard(Fault fault, PatchRecord... patches) throws Exception {
    ScriptedPolicy scripted =
        new ScriptedPolicy(
            ScriptedPolicySettings.FAULTLESS.with(fault), TestingGame::task, TestingGame.CLOCK);
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, scripted)) {
      runner.send(request("episode", Mode.TRAIN, Arm.PATCHED, patches)).work();
      return runner.events().stream()
          .filter(event -> event.getToolResults() != null)
          .flatMap(event -> event.getToolResults().getResults().stream())
          .map(result -> result.getShown())
          .toList();
    }
  }

  @Test
  void theCueCuresThePolicyThatDropsTheArgument() throws Exception {
    Fault fault = Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool("cd");
    List<String> cured = heard(fault, CUE);

    assertThat(heard(fault)).anyMatch(text -> text.contains("Error"));
    assertThat(cured).isNotEmpty().noneMatch(text -> text.contains("Error"));
    assertThat(heard(fault, GUIDELINE)).as("a placebo").isEqualTo(heard(fault));
  }
}
