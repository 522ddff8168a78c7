package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskCatalog;
import org.sealflow.tasks.TaskChange;

class EpisodeRunnerTest {
  private static final RolloutSettings SETTINGS =
      TestingGame.SETTINGS.with(
          new RolloutSettings.Deadlines(
              Duration.ofSeconds(60), Duration.ofSeconds(100), Duration.ofSeconds(30)));
  private static final String FIRST = "run/b0/g0/s0";

  private final TestingPolicy policy = new TestingPolicy();

  private static ScriptedPolicy scripted(Fault... faults) {
    return new ScriptedPolicy(
        ScriptedPolicySettings.FAULTLESS.with(faults), TestingGame::task, TestingGame.CLOCK);
  }

  private static EpisodeRequest request(int sample) {
    List<String> tasks = List.of("base_0", "miss_func_0", "base_9", "miss_param_6", "base_8");
    return TestingGame.request("run/b0/g0/s" + sample, tasks.get(sample % tasks.size()));
  }

  private static EpisodeRequest inBatch(long batch, int sample) {
    return TestingGame.request("run/b" + batch + "/g0/s" + sample, "base_0", batch, -1);
  }

  private static EpisodeRequest[] requests(int count) {
    return IntStream.range(0, count)
        .mapToObj(EpisodeRunnerTest::request)
        .toArray(EpisodeRequest[]::new);
  }

  @Test
  void theEventsOfTwoHundredEpisodesAreCompleteAndContiguous() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, scripted())) {
      runner.send(requests(200)).work();

      assertThat(runner.ended()).hasSize(200).doesNotHaveDuplicates();
      assertThat(runner.events())
          .filteredOn(event -> event.getKind() == EventKind.EPISODE_ENDED)
          .allMatch(event -> event.getEpisodeEnded().getReason() == EndReason.COMPLETED);
      runner.assertContiguous();
      assertThat(runner.timers()).as("deadlines left behind").isZero();
    }
  }

  @Test
  void eventsGoOutAsTheyHappen() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request(0));
      assertThat(runner.events())
          .extracting(TrajectoryEvent::getKind)
          .containsExactly(EventKind.EPISODE_STARTED);

      runner.pass(Duration.ofSeconds(7));
      policy.asks.get(0).say("Done.");
      runner.work();
      assertThat(runner.events())
          .extracting(TrajectoryEvent::getKind)
          .containsExactly(
              EventKind.EPISODE_STARTED, EventKind.ASSISTANT_STEP, EventKind.TURN_ENDED);
      assertThat(runner.events().get(2).getEventTime())
          .isEqualTo(runner.events().get(0).getEventTime().plusSeconds(7));
      assertThat(policy.asks.get(0).added).hasSize(1);
    }
  }

  @Test
  void aThousandEpisodesAreUnderWayAtTheSameTimeAndNoneMore() throws Exception {
    RolloutSettings thousand = SETTINGS.withLimits(1_000, 500);
    try (RunnerHarness runner = RunnerHarness.withTasks(thousand, policy)) {
      runner.send(requests(1_200));
      assertThat(policy.asks).hasSize(1_000);

      policy.asks.get(500).fail(new PolicyException(PolicyException.Cause.ENGINE, "gone"));
      runner.work();
      assertThat(policy.asks).as("the next takes the place").hasSize(1_000);

      while (!policy.asks.isEmpty()) {
        new ArrayList<>(policy.asks).forEach(ask -> ask.say("Done."));
        runner.work();
      }
      assertThat(runner.ended()).hasSize(1_200).doesNotHaveDuplicates();
      runner.assertContiguous();
    }
  }

  @Test
  void aBatchBeginsBesideTheOneBeforeUnlessItIsToldNotTo() throws Exception {
    EpisodeRequest[] batches = {inBatch(1, 0), inBatch(0, 0), inBatch(0, 1), inBatch(1, 1)};
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withLimits(3, 9), policy)) {
      runner.send(batches);
      assertThat(runner.started()).containsExactly("run/b1/g0/s0", "run/b0/g0/s0", "run/b0/g0/s1");
    }
    policy.asks.clear();
    RolloutSettings apart = SETTINGS.with(new RolloutSettings.Limits(3, 9, false));
    try (RunnerHarness runner = RunnerHarness.withTasks(apart, policy)) {
      runner.send(batches[1], batches[0], batches[3], batches[2]);
      assertThat(runner.started()).containsExactly("run/b0/g0/s0", "run/b0/g0/s1");

      policy.asks.get(0).fail(new PolicyException(PolicyException.Cause.ENGINE, "gone"));
      runner.work();
      assertThat(runner.started()).as("one of the batch is still being played").hasSize(2);

      policy.asks.get(0).fail(new PolicyException(PolicyException.Cause.ENGINE, "gone"));
      runner.work();
      assertThat(runner.started()).endsWith("run/b1/g0/s0", "run/b1/g0/s1");
    }
  }

  @Test
  void requestsBeyondWhatMayWaitAreTakenOnlyAsPlacesGetFree() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withLimits(2, 3), scripted())) {
      for (int sample = 0; sample < 5; sample++) {
        runner.send(request(sample));
      }
      assertThat(runner.ended()).as("nothing waits too much yet").isEmpty();

      for (int sample = 5; sample < 20; sample++) {
        runner.send(request(sample));
        assertThat(runner.ended()).hasSizeGreaterThanOrEqualTo(sample - 4);
      }
    }
  }

  @Test
  void anEpisodeWaitsForItsTaskAndItsToolDocs() throws Exception {
    try (RunnerHarness runner = RunnerHarness.open(SETTINGS, tasks -> policy)) {
      runner.send(request(0));
      for (TaskRecord record : TestingGame.TASKS.records()) {
        if (record.getTask() != null) {
          runner.send(RolloutNotice.of(TaskChange.of(record)));
        }
      }
      assertThat(runner.events()).isEmpty();

      runner.sendTasks();
      assertThat(runner.events()).hasSize(1);
      runner.pass(Duration.ofSeconds(31));
      assertThat(runner.ended()).isEmpty();
    }
  }

  @Test
  void anEpisodeWhoseTaskNeverComesIsGivenUp() throws Exception {
    try (RunnerHarness runner = RunnerHarness.open(SETTINGS, tasks -> policy)) {
      runner.send(request(0)).pass(Duration.ofSeconds(10)).send(request(1));
      runner.pass(Duration.ofSeconds(20));
      assertThat(runner.ended()).containsExactly(FIRST);
      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.DEADLINE);
      assertThat(runner.end(FIRST).orElseThrow().getMessage())
          .isEqualTo(
              "task multi_turn_base_0 ("
                  + request(0).taskDigest()
                  + ") was not known within 30 s; publish it and its tool docs on the topic tasks");

      runner.pass(Duration.ofSeconds(30));
      assertThat(runner.ended()).containsExactly(FIRST, "run/b0/g0/s1");
      runner.assertContiguous();
    }
  }

  @Test
  void anEpisodeOfARemovedTaskWaitsAsIfItHadNeverBeenThere() throws Exception {
    String key = TaskCatalog.key(request(0).taskId(), request(0).taskDigest());
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request(0)).send(RolloutNotice.of(TaskChange.removal(key))).send(request(5));
      assertThat(runner.started()).containsExactly(FIRST);
      state = runner.snapshot();
    }
    try (RunnerHarness runner =
        RunnerHarness.restored(SETTINGS, tasks -> policy, state, RunnerHarness.START)) {
      assertThat(runner.started()).isEmpty();
      runner.sendTasks();
      assertThat(runner.started()).containsExactlyInAnyOrder(FIRST, "run/b0/g0/s5");
    }
  }

  @Test
  void aBrokenTaskEndsItsEpisodesAndNoOther() throws Exception {
    Task original =
        TestingGame.TASKS.records().stream()
            .map(TaskRecord::getTask)
            .filter(task -> task != null && task.getTaskId().equals("multi_turn_base_0"))
            .findFirst()
            .orElseThrow();
    Task broken = Task.newBuilder(original).setInvolvedClasses(List.of("Toaster")).build();
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, scripted())) {
      runner
          .send(RolloutNotice.of(TaskChange.of(TaskRecords.task(broken))))
          .send(requests(2))
          .work();

      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
      assertThat(runner.end(FIRST).orElseThrow().getMessage())
          .startsWith("task multi_turn_base_0 cannot be played: no simulator class Toaster")
          .endsWith("publish it mended");
      assertThat(runner.end("run/b0/g0/s1").orElseThrow().getReason())
          .isEqualTo(EndReason.COMPLETED);
    }
  }

  @Test
  void anAnswerThatDoesNotComeEndsTheEpisodeAndItsLateOneIsIgnored() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request(0));
      TestingPolicy.Ask ask = policy.asks.get(0);
      assertThat(ask.deadline).isEqualTo(TestingGame.CLOCK.instant().plusSeconds(60));
      runner.pass(Duration.ofSeconds(59));
      assertThat(runner.ended()).isEmpty();

      runner.pass(Duration.ofSeconds(1));
      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.DEADLINE);
      assertThat(runner.end(FIRST).orElseThrow().getMessage())
          .isEqualTo("the policy gave no answer for 60 s");
      assertThat(policy.closedSessions).containsExactly(FIRST);

      int events = runner.events().size();
      ask.say("Done.");
      assertThat(runner.work().events()).hasSize(events);
    }
  }

  @Test
  void eachAnswerHasATimeOfItsOwnAndTheEpisodeOneForAll() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request(0)).pass(Duration.ofSeconds(55));
      policy.asks.get(0).say("Done.");
      runner.work().pass(Duration.ofSeconds(30));
      assertThat(runner.ended()).as("85 s in all, 30 s for this answer").isEmpty();
      assertThat(policy.asks.get(0).deadline)
          .as("no later than the episode's end")
          .isEqualTo(TestingGame.CLOCK.instant().plusSeconds(100));

      runner.pass(Duration.ofSeconds(15));
      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.DEADLINE);
      assertThat(runner.end(FIRST).orElseThrow().getMessage())
          .isEqualTo("the episode took more than 100 s");
    }
  }

  @Test
  void anEpisodeThatFillsItsContextHasUsedUpItsSteps() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(requests(1));
      policy
          .asks
          .get(0)
          .fail(new PolicyException(PolicyException.Cause.CONTEXT, "the context is full"));
      runner.work();

      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.STEP_LIMIT);
      assertThat(runner.end(FIRST).orElseThrow().getMessage()).isEqualTo("the context is full");
    }
  }

  @Test
  void whatThePolicyFailsWithIsTheReason() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(requests(2));
      policy.asks.get(1).fail(new PolicyException(PolicyException.Cause.DEADLINE, "too slow"));
      policy
          .asks
          .get(0)
          .fail(new PolicyException(PolicyException.Cause.ENGINE, "no engine at :8000\ndetails"));
      runner.work();

      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
      assertThat(runner.end(FIRST).orElseThrow().getMessage()).isEqualTo("no engine at :8000");
      assertThat(runner.end("run/b0/g0/s1").orElseThrow().getReason())
          .isEqualTo(EndReason.DEADLINE);
    }
  }

  @Test
  void aPolicyThatRefusesAtOnceFailsEpisodeByEpisode() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withLimits(1, 5_000), policy)) {
      policy.refusesSessions = new PolicyException(PolicyException.Cause.ENGINE, "full");
      runner.send(requests(3));
      policy.refusesSessions = null;
      policy.refusesToAnswer = new PolicyException(PolicyException.Cause.ENGINE, "off");
      runner.send(request(3));

      assertThat(runner.ended()).hasSize(4);
      assertThat(runner.end(FIRST).orElseThrow().getMessage()).isEqualTo("full");
      assertThat(runner.end("run/b0/g0/s3").orElseThrow().getMessage()).isEqualTo("off");
      assertThat(policy.closedSessions).containsExactly("run/b0/g0/s3");
      runner.assertContiguous();
    }
  }

  @Test
  void anEngineThatIsDownCostsFewEpisodesUntilItAnswersAgain() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      policy.refusesToAnswer = new PolicyException(PolicyException.Cause.ENGINE, "off");
      runner.send(requests(100)).work();
      assertThat(runner.ended()).hasSize(EngineWatch.TOLERATED);

      runner.pass(Duration.ofSeconds(1));
      assertThat(runner.ended()).as("one has tried").hasSize(EngineWatch.TOLERATED + 1);
      runner.pass(Duration.ofSeconds(1));
      assertThat(runner.ended()).as("the pauses grow").hasSize(EngineWatch.TOLERATED + 1);
      for (int second = 0; second < 600; second++) {
        runner.pass(Duration.ofSeconds(1));
      }
      assertThat(runner.ended()).as("of ten minutes").hasSizeBetween(25, 35);

      policy.refusesToAnswer = null;
      int ended = runner.ended().size();
      runner.pass(Duration.ofSeconds(30));
      assertThat(policy.asks).as("one tries alone").hasSize(1);
      policy.asks.get(0).say("Done.");
      runner.work();
      assertThat(policy.asks).as("all go on").hasSize(100 - ended);
      assertThat(runner.started()).hasSize(100).doesNotHaveDuplicates();
    }
  }

  @Test
  void anAnswerNowAndThenKeepsAllGoingOn() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withLimits(10, 200), policy)) {
      runner.send(requests(100));
      while (!policy.asks.isEmpty()) {
        int failing = Math.min(EngineWatch.TOLERATED, policy.asks.size()) - 1;
        List.copyOf(policy.asks.subList(1, 1 + failing))
            .forEach(
                ask -> ask.fail(new PolicyException(PolicyException.Cause.ENGINE, "overloaded")));
        policy.asks.get(0).say("Done.");
        runner.work();
      }
      assertThat(runner.ended()).hasSize(100);
    }
  }

  @Test
  void aJobThatIsToEndDoesNotWaitForAnEngineThatIsDown() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      policy.refusesToAnswer = new PolicyException(PolicyException.Cause.ENGINE, "off");
      runner.send(requests(100)).endInput(1).endInput(2);

      assertThat(runner.ended()).hasSize(100);
    }
  }

  @Test
  void aPolicyThatFailsOtherwiseFailsTheJob() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request(0));
      policy.asks.get(0).fail(new IllegalStateException("a bug"));

      assertThatThrownBy(runner::work)
          .hasMessage("a policy failed otherwise than with a PolicyException")
          .hasRootCauseMessage("a bug");
    }
  }

  @Test
  void anEndlessPolicyReachesTheStepLimit() throws Exception {
    try (RunnerHarness runner =
        RunnerHarness.withTasks(SETTINGS, scripted(Fault.of(FaultKind.ENDLESS, 1).inTurn(0)))) {
      runner.send(request(0)).work();

      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.STEP_LIMIT);
    }
  }

  @Test
  void theEndOfBothInputsWaitsForAllEpisodes() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withLimits(3, 100), scripted())) {
      runner.send(requests(20)).endInput(1);
      assertThat(runner.ended()).as("tasks may still come").isEmpty();

      runner.endInput(2);
      assertThat(runner.ended()).hasSize(20);
      runner.assertContiguous();
    }
  }

  @Test
  void theEndIsToldDownstreamOnlyAfterTheLastEpisode() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, scripted())) {
      runner.send(requests(5)).endWatermarks();
      assertThat(runner.output()).doesNotHaveAnyElementsOfTypes(Watermark.class);

      runner.endInput(1).endInput(2);
      assertThat(runner.ended()).hasSize(5);
      assertThat(runner.output()).endsWith(Watermark.MAX_WATERMARK);
    }
  }

  @Test
  void atTheEndOfTheTasksNobodyWaitsForOneAnyMore() throws Exception {
    try (RunnerHarness runner = RunnerHarness.open(SETTINGS, tasks -> scripted())) {
      runner.send(request(0)).endInput(2).endInput(1);

      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
      assertThat(runner.end(FIRST).orElseThrow().getMessage())
          .contains("is not among the tasks; publish it");
    }
  }

  @Test
  void theEpisodesUnderWayAreCalledOffAtTheClose() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS.withLimits(2, 100), policy)) {
      runner.send(requests(3));
    }

    assertThat(policy.closedSessions).containsExactlyInAnyOrder(FIRST, "run/b0/g0/s1");
    assertThat(policy.closed).isTrue();
  }

  @Test
  void theSessionIsOpenedForTheEpisodeAsItIsShown() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(request(1));

      assertThat(policy.opened).hasSize(1);
      assertThat(policy.opened.get(0).taskId()).isEqualTo("multi_turn_miss_func_0");
      assertThat(policy.opened.get(0).sampling().maxTokens()).isEqualTo(64);
      assertThat(policy.opened.get(0).tools())
          .isNotEmpty()
          .allSatisfy(tool -> assertThat(policy.asks.get(0).added.get(0).content()).contains(tool))
          .noneMatch(tool -> tool.startsWith("{\"name\": \"diff\""));
    }
  }
}
