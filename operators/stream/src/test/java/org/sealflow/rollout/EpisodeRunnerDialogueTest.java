package org.sealflow.rollout;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.Environments;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.scripted.ScriptedPolicyFactory;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.rollout.scripted.ScriptedUsers;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.tasks.TaskChange;
import org.sealflow.tau.live.TestingFolder;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.EpisodeVerdict;

class EpisodeRunnerDialogueTest {
  private static final RolloutSettings SETTINGS =
      TestingGame.SETTINGS.with(
          new RolloutSettings.Deadlines(
              Duration.ofSeconds(60), Duration.ofSeconds(100), Duration.ofSeconds(30)));
  private static final String CREATE =
      "<tool_call>\n{\"name\": \"create_task\", \"arguments\": {\"user_id\": \"ann\", \"title\":"
          + " \"Agenda\"}}\n</tool_call>";
  private static final PatchRecord CUE = TestingPatches.required("mock", "create_task", "title");

  @TempDir static Path directory;
  private static TaskFolder tasks;

  private final TestingPolicy policy = new TestingPolicy();
  private final TestingPolicy users = new TestingPolicy();

  @BeforeAll
  static void readTasks() throws Exception {
    tasks = Environments.read(TestingFolder.writeWithNotice(directory));
  }

  private static EpisodeRequest request(
      String episodeId, String task, Mode mode, PatchRecord... patches) {
    return new EpisodeRequest(
        "run",
        episodeId,
        0,
        task,
        tasks.digest(task),
        "run/b0/g0",
        0,
        1,
        0,
        mode,
        mode == Mode.EVAL ? Arm.HOLDOUT : Arm.PATCHED,
        1,
        1,
        0,
        64,
        5,
        RunnerHarness.START,
        -1,
        Stream.of(patches).map(PatchRecord::getPatch).toList(),
        null);
  }

  private static EpisodeRequest agenda(String episodeId) {
    return request(episodeId, TestingFolder.AGENDA, Mode.EVAL);
  }

  private RolloutSettings played() {
    return SETTINGS.withUsers(new UserSettings(known -> users, 0.5, 32));
  }

  private RunnerHarness runner(RolloutSettings settings) throws Exception {
    return withTasks(RunnerHarness.open(settings, known -> policy));
  }

  private static RunnerHarness withTasks(RunnerHarness runner) throws Exception {
    for (TaskRecord record : tasks.records()) {
      runner.send(RolloutNotice.of(TaskChange.of(record)));
    }
    return runner;
  }

  private static void say(RunnerHarness runner, TestingPolicy who, String text) throws Exception {
    who.asks.get(0).say(text);
    runner.work();
  }

  private static List<EventKind> kinds(List<TrajectoryEvent> events) {
    return events.stream().map(TrajectoryEvent::getKind).toList();
  }

  private static Verdict verdict(List<TrajectoryEvent> events) {
    var header = requireNonNull(events.get(0).getEpisodeStarted());
    ReadyTask task = tasks.ready(header.getTaskId());
    EpisodeRun run = new EpisodeRun(task, header, false);
    events.forEach(run::accept);
    run.finish(RunnerHarness.START);
    EpisodeEnded end = requireNonNull(events.get(events.size() - 1).getEpisodeEnded());
    return EpisodeVerdict.of(run.ended(end.getReason(), end.getMessage(), RunnerHarness.START));
  }

  private static void assertUserFailed(RunnerHarness runner, String message) {
    EpisodeEnded end = runner.end("e").orElseThrow();
    assertThat(end.getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
    assertThat(end.getMessage()).isEqualTo(message);
    assertThat(verdict(runner.events("e", 0))).isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
  }

  @Test
  void userAndPolicySpeakInTurnAndTheEventsTellBoth() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      say(runner, users, "A task Agenda for ann, please.");
      say(runner, policy, CREATE);
      say(runner, policy, "It is task_2.");
      say(runner, users, "Thanks. ###STOP###");
      List<TrajectoryEvent> events = runner.events("e", 0);
      assertThat(kinds(events))
          .containsExactly(
              EventKind.EPISODE_STARTED,
              EventKind.USER_STEP,
              EventKind.ASSISTANT_STEP,
              EventKind.TOOL_RESULTS,
              EventKind.ASSISTANT_STEP,
              EventKind.TURN_ENDED,
              EventKind.USER_STEP,
              EventKind.EPISODE_ENDED);
      assertThat(verdict(events)).isEqualTo(Verdict.PASSED);
      assertThat(runner.header("e").getStepLimit()).as("a limit per turn").isNull();
      assertThat(policy.closedSessions).containsExactly("e");
      assertThat(users.closedSessions).containsExactly("e");
      runner.assertContiguous();
    }
  }

  @Test
  void theUsersPlayerHasItsOwnSamplingToolsAndScenario() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      assertThat(users.opened.get(0).sampling().temperature()).isEqualTo(0.5);
      assertThat(users.opened.get(0).sampling().maxTokens()).isEqualTo(32);
      assertThat(users.opened.get(0).tools())
          .anyMatch(tool -> tool.contains("dismiss_notification"));
      assertThat(users.opened.get(0).instructions()).contains("You are Ann.");
      assertThat(policy.opened.get(0).tools()).anyMatch(tool -> tool.contains("create_task"));
      assertThat(policy.opened.get(0).instructions())
          .contains("Make the tasks that are asked for.");
    }
  }

  @Test
  void twoEpisodesGoOnSideBySide() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("a"), agenda("b"));
      assertThat(users.asks).hasSize(2);
      users.asks.get(1).say("I am b.");
      users.asks.get(0).say("I am a.");
      runner.work();
      assertThat(policy.asks).extracting(ask -> ask.episodeId).containsExactly("b", "a");
      assertThat(policy.asks.get(0).added).extracting(ChatMessage::content).contains("I am b.");
      policy.asks.get(1).say("Hello a.");
      runner.work();
      assertThat(users.asks.get(0).added)
          .extracting(ChatMessage::content)
          .containsExactly("Hello a.");
      users.asks.get(0).say("###STOP###");
      runner.work();
      assertThat(runner.ended()).containsExactly("a");
    }
  }

  @Test
  void aUserThatHangsEndsTheEpisodeAtItsDeadline() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e")).pass(Duration.ofSeconds(59));
      assertThat(runner.end("e")).isEmpty();
      runner.pass(Duration.ofSeconds(1));
      assertUserFailed(runner, "the simulated user gave no answer for 60 s");
      assertThat(runner.timers()).isZero();
    }
  }

  @Test
  void aUserWhoseServerFailsEndsTheEpisodeWithItsReason() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      users.asks.get(0).fail(new PolicyException(PolicyException.Cause.CONTEXT, "it is full"));
      runner.work();
      assertUserFailed(runner, "the simulated user gave no answer: it is full");
    }
  }

  @Test
  void aUserThatSaysNothingOrTalksNonsenseEndsTheEpisodeWithItsReason() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      say(runner, users, " ");
      assertUserFailed(runner, "the simulated user said nothing");
    }
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      say(runner, users, "<tool_call>{\"name\": 1}</tool_call>");
      assertThat(runner.end("e").orElseThrow().getMessage())
          .startsWith("the simulated user's call is malformed: ");
    }
  }

  @Test
  void aPolicyThatHangsIsStillThePolicysDeadline() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      say(runner, users, "Hello.");
      runner.pass(Duration.ofSeconds(60));
      EpisodeEnded end = runner.end("e").orElseThrow();
      assertThat(end.getReason()).isEqualTo(EndReason.DEADLINE);
      assertThat(end.getMessage()).isEqualTo("the policy gave no answer for 60 s");
    }
  }

  @Test
  void aUserWhomNobodyPlaysEndsTheEpisodeAtOnce() throws Exception {
    try (RunnerHarness runner = runner(SETTINGS)) {
      runner.send(agenda("e"));
      assertUserFailed(
          runner,
          "task mock_agenda has a user whom nobody plays; name a server that does, or let a script"
              + " do it");
    }
  }

  @Test
  void aPlayerThatOpensNoSessionEndsTheEpisodeAtOnce() throws Exception {
    users.refusesSessions = new PolicyException(PolicyException.Cause.ENGINE, "no room");
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      assertThat(runner.end("e").orElseThrow().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
      assertThat(policy.opened).isEmpty();
    }
  }

  @Test
  void aRestoredEpisodeGoesOnWhereBothStood() throws Exception {
    OperatorSubtaskState state;
    try (RunnerHarness runner = runner(played())) {
      runner.send(agenda("e"));
      say(runner, users, "A task Agenda for ann, please.");
      say(runner, policy, CREATE);
      state = runner.snapshot();
    }
    policy.asks.clear();
    try (RunnerHarness runner =
        RunnerHarness.restored(played(), known -> policy, state, RunnerHarness.START + 5000)) {
      assertThat(users.repeated)
          .extracting(PolicyAnswer::text)
          .containsExactly("A task Agenda for ann, please.");
      assertThat(policy.repeated).extracting(PolicyAnswer::text).containsExactly(CREATE);
      say(runner, policy, "It is task_2.");
      say(runner, users, "###STOP###");
      int attempt = runner.events().get(0).getAttempt();
      assertThat(attempt).isPositive();
      assertThat(verdict(runner.events("e", attempt))).isEqualTo(Verdict.PASSED);
      runner.assertContiguous();
    }
  }

  @Test
  void patchesAreShownToThePolicyOfATrainingEpisodeAndNeverToTheUser() throws Exception {
    try (RunnerHarness runner = runner(played())) {
      runner.send(request("patched", TestingFolder.AGENDA, Mode.TRAIN, CUE), agenda("evaluation"));
      assertThat(users.asks.get(0).added).isEqualTo(users.asks.get(1).added);
      users.asks.get(0).say("Hello.");
      users.asks.get(0).say("Hello.");
      runner.work();
      assertThat(policy.asks.get(0).added.get(0).content()).contains("[required]");
      assertThat(policy.asks.get(1).added.get(0).content()).doesNotContain("[required]");
      assertThat(runner.header("patched").getShownPatches()).containsExactly(CUE.getPatchKey());
      assertThat(runner.header("evaluation").getShownPatches()).isEmpty();
    }
  }

  @Test
  void scriptsOfPolicyAndUserPassATaskThatBothHaveAPartIn() throws Exception {
    try (RunnerHarness runner = scripted()) {
      runner.send(request("e", TestingFolder.NOTICE, Mode.EVAL)).work();
      List<TrajectoryEvent> events = runner.events("e", 0);
      assertThat(verdict(events)).isEqualTo(Verdict.PASSED);
      assertThat(events)
          .filteredOn(event -> event.getKind() == EventKind.USER_STEP)
          .extracting(event -> event.getUserStep().getToolCalls())
          .containsExactly(
              List.of(),
              List.of("dismiss_notification(notification_id='n1')"),
              List.of(),
              List.of());
    }
  }

  @Test
  void thePolicyAloneNeedsNoUser() throws Exception {
    try (RunnerHarness runner = runner(SETTINGS)) {
      runner.send(request("e", TestingFolder.ALONE, Mode.EVAL));
      say(runner, policy, CREATE);
      say(runner, policy, "<tool_call>{\"name\": \"done\", \"arguments\": {}}</tool_call>");
      EpisodeEnded end = runner.end("e").orElseThrow();
      assertThat(end.getReason()).isEqualTo(EndReason.COMPLETED);
      assertThat(kinds(runner.events("e", 0)))
          .containsExactly(
              EventKind.EPISODE_STARTED,
              EventKind.ASSISTANT_STEP,
              EventKind.TOOL_RESULTS,
              EventKind.ASSISTANT_STEP,
              EventKind.TURN_ENDED,
              EventKind.EPISODE_ENDED);
    }
  }

  @Test
  void thePolicyThatTalksToNobodyFails() throws Exception {
    try (RunnerHarness runner = runner(SETTINGS)) {
      runner.send(request("e", TestingFolder.ALONE, Mode.EVAL));
      say(runner, policy, "Hello?");
      assertThat(runner.end("e").orElseThrow().getMessage()).isEqualTo("agent_error");
      assertThat(verdict(runner.events("e", 0))).isEqualTo(Verdict.POLICY_FAILED);
    }
  }

  private static RunnerHarness scripted() throws Exception {
    return withTasks(
        RunnerHarness.open(
            SETTINGS.withUsers(UserSettings.of(new ScriptedUsers())),
            new ScriptedPolicyFactory(ScriptedPolicySettings.FAULTLESS)));
  }
}
