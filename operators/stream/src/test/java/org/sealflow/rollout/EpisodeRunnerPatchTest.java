package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;

/** Patches are shown to training episodes of the arm PATCHED, and to nobody else. */
class EpisodeRunnerPatchTest {
  private static final RolloutSettings SETTINGS = TestingGame.SETTINGS;
  private static final PatchRecord GUIDELINE =
      TestingPatches.guideline("multi_turn_base", PatchState.ACTIVE);
  private static final PatchRecord CUE = TestingPatches.required("multi_turn_base", "cd", "folder");

  private final TestingPolicy policy = new TestingPolicy();

  private static EpisodeRequest request(String episodeId, Mode mode, Arm arm) {
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
        -1);
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
      runner.send(GUIDELINE).send(CUE).send(request("patched", Mode.TRAIN, Arm.PATCHED));

      assertThat(opening("patched").get(0).content())
          .contains(TestingPatches.GUIDELINE)
          .contains("[required]");
      EpisodeStarted header = runner.header("patched");
      PatchSet expected =
          PatchSet.of("multi_turn_base", List.of(GUIDELINE.getPatch(), CUE.getPatch()));
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
  void thePromptsOfEvaluationsAndHoldoutAreTheSameBytesWithPatchesAndWithout() throws Exception {
    List<ChatMessage> without;
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request("without", Mode.EVAL, Arm.HOLDOUT));
      without = opening("without");
    }
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner
          .send(GUIDELINE)
          .send(CUE)
          .send(
              request("evaluation", Mode.EVAL, Arm.HOLDOUT),
              request("holdout", Mode.TRAIN, Arm.HOLDOUT),
              request("patched", Mode.TRAIN, Arm.PATCHED));

      for (String plain : List.of("evaluation", "holdout")) {
        assertThat(opening(plain)).as(plain).isEqualTo(without);
        assertThat(runner.header(plain).getPatchSetDigest()).isNull();
        assertThat(runner.header(plain).getShownPatches()).isEmpty();
      }
      assertThat(opening("patched")).isNotEqualTo(without);
    }
  }

  @Test
  void aPatchedEvaluationCannotEvenBeRequested() {
    assertThatThrownBy(() -> request("e", Mode.EVAL, Arm.PATCHED))
        .hasMessage("arm of e is PATCHED, expected HOLDOUT, since the mode is EVAL");
  }

  @Test
  void everyMessageOfAnEvaluationIsTheSameWithPatchesAndWithout() throws Exception {
    Fault fault = Fault.of(FaultKind.DROP_ARGUMENT, 1);
    assertThat(heard(fault, Mode.EVAL, Arm.HOLDOUT, GUIDELINE, CUE))
        .isEqualTo(heard(fault, Mode.EVAL, Arm.HOLDOUT));
    assertThat(heard(fault, Mode.TRAIN, Arm.PATCHED, GUIDELINE, CUE))
        .isNotEqualTo(heard(fault, Mode.TRAIN, Arm.PATCHED));
  }

  /** The texts of all results an episode is shown, errors included. */
  private static List<String> heard(Fault fault, Mode mode, Arm arm, PatchRecord... patches)
      throws Exception {
    ScriptedPolicy scripted =
        new ScriptedPolicy(
            ScriptedPolicySettings.FAULTLESS.with(fault), TestingGame::task, TestingGame.CLOCK);
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, scripted)) {
      for (PatchRecord patch : patches) {
        runner.send(patch);
      }
      runner.send(request("episode", mode, arm)).work();
      return runner.events().stream()
          .filter(event -> event.getToolResults() != null)
          .flatMap(event -> event.getToolResults().getResults().stream())
          .map(result -> result.getShown())
          .toList();
    }
  }

  @Test
  void patchesOfOtherCategoriesAreNotShownAndThoseOfAllAre() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner
          .send(TestingPatches.guideline("multi_turn_miss_func", PatchState.ACTIVE))
          .send(request("other", Mode.TRAIN, Arm.PATCHED))
          .send(TestingPatches.guideline("*", PatchState.ACTIVE))
          .send(request("all", Mode.TRAIN, Arm.PATCHED));

      assertThat(runner.header("other").getPatchSetDigest()).isNull();
      assertThat(opening("all").get(0).content()).contains(TestingPatches.GUIDELINE);
    }
  }

  @Test
  void aPatchIsShownInItsOwnRunAlone() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner
          .send(TestingPatches.of("another run", GUIDELINE))
          .send(request("before", Mode.TRAIN, Arm.PATCHED))
          .send(GUIDELINE)
          .send(
              TestingPatches.of(
                  "another run", TestingPatches.guideline("multi_turn_base", PatchState.RETIRED)))
          .send(request("after", Mode.TRAIN, Arm.PATCHED));

      assertThat(runner.header("before").getShownPatches()).isEmpty();
      assertThat(opening("before").get(0).content()).doesNotContain(TestingPatches.GUIDELINE);
      assertThat(runner.header("after").getShownPatches()).containsExactly(GUIDELINE.getPatchKey());
    }
  }

  @Test
  void aRetiredPatchIsShownToNobodyWhoStartsAfterwards() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner
          .send(GUIDELINE)
          .send(TestingPatches.command("multi_turn_base"))
          .send(request("before", Mode.TRAIN, Arm.PATCHED))
          .send(TestingPatches.guideline("multi_turn_base", PatchState.RETIRED))
          .send(request("after", Mode.TRAIN, Arm.PATCHED));

      assertThat(runner.header("before").getShownPatches()).hasSize(1);
      assertThat(runner.header("after").getShownPatches()).isEmpty();
      assertThat(opening("after").get(0).content()).doesNotContain(TestingPatches.GUIDELINE);
    }
  }

  @Test
  void theCueCuresThePolicyThatDropsTheArgument() throws Exception {
    Fault fault = Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool("cd");
    List<String> cured = heard(fault, Mode.TRAIN, Arm.PATCHED, CUE);

    assertThat(heard(fault, Mode.TRAIN, Arm.PATCHED)).anyMatch(text -> text.contains("Error"));
    assertThat(cured).isNotEmpty().noneMatch(text -> text.contains("Error"));
    assertThat(heard(fault, Mode.TRAIN, Arm.PATCHED, GUIDELINE))
        .as("a placebo")
        .isEqualTo(heard(fault, Mode.TRAIN, Arm.PATCHED));
  }
}
