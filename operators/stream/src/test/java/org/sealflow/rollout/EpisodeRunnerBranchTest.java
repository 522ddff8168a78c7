package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;

/** Branches off an episode at {@code base_0}, three turns, that failed in its second one. */
class EpisodeRunnerBranchTest {
  private static final Fault FORGETS = Fault.of(FaultKind.SKIP_CALL, 1).inTurn(1);
  private static final int TURN = 1;

  private final TestingGame.Played source =
      TestingGame.play(
          scripted(FORGETS), TestingGame.request("run/b0/g0/s3", "base_0"), Presentation.plain());

  private static ScriptedPolicy scripted(Fault... faults) {
    return new ScriptedPolicy(
        ScriptedPolicySettings.FAULTLESS.with(faults), TestingGame::task, TestingGame.CLOCK);
  }

  private static List<AssistantStep> steps(List<TrajectoryEvent> events) {
    return events.stream().map(TrajectoryEvent::getAssistantStep).filter(Objects::nonNull).toList();
  }

  private Prefix prefix(BranchEnd end) {
    EpisodeStarted header = Objects.requireNonNull(source.events().get(0).getEpisodeStarted());
    return new Prefix(
        new Branch("run/b0/g0/s3", 0, TURN),
        header,
        end,
        steps(source.events()).stream().filter(step -> step.getTurn() < TURN).toList());
  }

  private static EpisodeRequest request(Prefix prefix) {
    EpisodeRequest whole = TestingGame.request("run/b2/g8/s0", "base_0", 2, -1);
    return new EpisodeRequest(
        whole.runId(),
        whole.episodeId(),
        whole.attempt(),
        whole.taskId(),
        whole.taskDigest(),
        whole.groupId(),
        whole.sampleIndex(),
        whole.groupSize(),
        whole.batchNumber(),
        whole.mode(),
        whole.arm(),
        whole.temperature(),
        whole.topP(),
        whole.topK(),
        whole.maxTokens(),
        whole.samplingSeed(),
        whole.runStartedAt(),
        whole.oldestVersion(),
        List.of(),
        prefix);
  }

  private TestingGame.Played branch(BranchEnd end, Fault... faults) throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(TestingGame.SETTINGS, scripted(faults))) {
      runner.send(request(prefix(end))).work();
      runner.assertContiguous();
      assertThat(runner.timers()).as("deadlines left behind").isZero();
      return new TestingGame.Played(runner.events(), List.of());
    }
  }

  @Test
  void theSourceFailsInItsSecondTurn() {
    assertThat(source.episode().getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(source.episode().getRootCauseTurn()).isEqualTo(TURN);
  }

  @Test
  void aBranchRepeatsItsSourceWordForWordAndEndsWithItsTurn() throws Exception {
    TestingGame.Played branch = branch(BranchEnd.TURN);

    EpisodeStarted header = Objects.requireNonNull(branch.events().get(0).getEpisodeStarted());
    EpisodeStarted before = Objects.requireNonNull(source.events().get(0).getEpisodeStarted());
    assertThat(header.getBranch()).isEqualTo(new Branch("run/b0/g0/s3", 0, TURN));
    assertThat(header.getModelName()).isEqualTo(before.getModelName());
    assertThat(header.getAsOfDate()).isEqualTo(before.getAsOfDate());
    List<AssistantStep> repeated =
        prefix(BranchEnd.TURN).steps().stream()
            .map(step -> AssistantStep.newBuilder(step).setRepeated(true).build())
            .toList();
    assertThat(steps(branch.events()).subList(0, repeated.size())).isEqualTo(repeated);
    assertThat(steps(branch.events()))
        .filteredOn(step -> !step.getRepeated())
        .isNotEmpty()
        .allMatch(step -> step.getTurn() == TURN);
    assertThat(steps(branch.events())).allMatch(step -> step.getTurn() <= TURN);
    assertThat(branch.end().getReason()).isEqualTo(EndReason.BRANCH_ENDED);
  }

  @Test
  void itsVerdictIsThatOfItsTurn() throws Exception {
    EpisodeDiagnosis right = branch(BranchEnd.TURN).episode();
    assertThat(right.getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(right.getStrictSuccess()).isTrue();
    assertThat(right.getOfficialValid()).isFalse();
    assertThat(right.getRootCauseTurn()).isNull();
    assertThat(right.getRootCauseReason()).isNull();
    assertThat(right.getBranch()).isEqualTo(new Branch("run/b0/g0/s3", 0, TURN));

    EpisodeDiagnosis wrong = branch(BranchEnd.TURN, FORGETS).episode();
    assertThat(wrong.getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(wrong.getStrictSuccess()).isFalse();
    assertThat(wrong.getRootCauseTurn()).isEqualTo(TURN);
  }

  @Test
  void aBranchToTheEndOfItsEpisodeIsScoredAsAny() throws Exception {
    TestingGame.Played whole = branch(BranchEnd.EPISODE);

    assertThat(whole.end().getReason()).isEqualTo(EndReason.COMPLETED);
    assertThat(whole.episode().getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(whole.episode().getOfficialValid()).isTrue();
  }

  @Test
  void aSessionThatCannotRepeatEndsTheBranchAndNothingElse() throws Exception {
    TestingPolicy policy = new TestingPolicy();
    policy.refusesToAnswer = new PolicyException(PolicyException.Cause.ENGINE, "not as it was");
    try (RunnerHarness runner = RunnerHarness.withTasks(TestingGame.SETTINGS, policy)) {
      runner.send(request(prefix(BranchEnd.TURN))).work();

      assertThat(runner.ended()).containsExactly("run/b2/g8/s0");
      TrajectoryEvent last = runner.events().get(runner.events().size() - 1);
      assertThat(last.getEpisodeEnded().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
      assertThat(last.getEpisodeEnded().getMessage()).isEqualTo("not as it was");
      assertThat(policy.closedSessions).hasSize(1);
    }
  }

  @Test
  void aPrefixThatEndsInAnotherTurnIsNamed() throws Exception {
    Prefix all = prefix(BranchEnd.TURN);
    Prefix cut = new Prefix(all.branch(), all.source(), all.end(), List.of());
    try (RunnerHarness runner = RunnerHarness.withTasks(TestingGame.SETTINGS, scripted())) {
      runner.send(request(cut)).work();

      TrajectoryEvent last = runner.events().get(runner.events().size() - 1);
      assertThat(last.getEpisodeEnded().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
      assertThat(last.getEpisodeEnded().getMessage())
          .isEqualTo("what was repeated of run/b0/g0/s3 ends in turn 0, expected 1");
    }
  }

  @Test
  void aRestoredRunnerPlaysItAgainFromWhereItBranches() throws Exception {
    TestingPolicy policy = new TestingPolicy();
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.withTasks(TestingGame.SETTINGS, policy)) {
      runner.send(request(prefix(BranchEnd.TURN)));
      state = runner.snapshot();
    }
    int repeated = policy.repeated.size();
    assertThat(repeated).isEqualTo(prefix(BranchEnd.TURN).steps().size());

    try (RunnerHarness runner =
        RunnerHarness.restored(TestingGame.SETTINGS, tasks -> policy, state, RunnerHarness.START)) {
      assertThat(policy.repeated).hasSize(2 * repeated);
      assertThat(runner.events().get(0).getAttempt()).isEqualTo(1);
      assertThat(runner.events().get(0).getEpisodeStarted().getBranch().getTurn()).isEqualTo(TURN);
    }
  }
}
