package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;

/** Requests with their patches and what was answered, tasks and the policy's version survive. */
class EpisodeRunnerRestoreTest {
  private static final RolloutSettings SETTINGS = TestingGame.SETTINGS.withLimits(2, 100);
  private static final String FIRST = "run/b0/g0/s0";
  private static final String SECOND = "run/b0/g0/s1";
  private static final String THIRD = "run/b0/g0/s2";

  private final TestingPolicy before = new TestingPolicy();
  private final TestingPolicy after = new TestingPolicy();

  private static EpisodeRequest request(int sample) {
    return TestingGame.request("run/b0/g0/s" + sample, "base_0");
  }

  /** Two episodes under way, the first of them a turn further, and a third that waits. */
  private OperatorSubtaskState midEpisode() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, before)) {
      runner.send(request(0), request(1), request(2));
      before.asks.get(0).say("Done.");
      return runner.work().snapshot();
    }
  }

  private RunnerHarness restored(@Nullable OperatorSubtaskState state, Duration later)
      throws Exception {
    return RunnerHarness.restored(
        SETTINGS, tasks -> after, state, RunnerHarness.START + later.toMillis());
  }

  @Test
  void unfinishedEpisodesGoOnWhereTheyWereAsTheNextAttempt() throws Exception {
    try (RunnerHarness runner = restored(midEpisode(), Duration.ofSeconds(20))) {
      assertThat(runner.events(FIRST, 20))
          .extracting(TrajectoryEvent::getKind)
          .containsExactly(
              EventKind.EPISODE_STARTED, EventKind.ASSISTANT_STEP, EventKind.TURN_ENDED);
      assertThat(runner.events(SECOND, 20))
          .extracting(TrajectoryEvent::getKind)
          .containsExactly(EventKind.EPISODE_STARTED);
      assertThat(after.repeated).extracting(PolicyAnswer::text).containsExactly("Done.");
      assertThat(ask(FIRST).added).as("the second turn's request").hasSize(1);
      assertThat(ask(SECOND).added).as("from the opening on").hasSize(2);

      while (!after.asks.isEmpty()) {
        after.asks.get(0).say("Done.");
        runner.work();
      }
      assertThat(runner.ended()).containsExactlyInAnyOrder(FIRST, SECOND, THIRD);
      assertThat(runner.events(FIRST, 20))
          .map(TrajectoryEvent::getAssistantStep)
          .filteredOn(step -> step != null)
          .first()
          .satisfies(step -> assertThat(step.getRepeated()).isTrue());
      assertThat(runner.events(FIRST, 20))
          .map(TrajectoryEvent::getAssistantStep)
          .filteredOn(step -> step != null)
          .filteredOn(AssistantStep::getRepeated)
          .as("what was sampled is not repeated")
          .hasSize(1);
      assertThat(runner.events(THIRD, 20)).as("it may have been begun too").isNotEmpty();
      runner.assertContiguous();
    }
  }

  private TestingPolicy.Ask ask(String episodeId) {
    return after.asks.stream()
        .filter(ask -> ask.episodeId.equals(episodeId))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anEpisodeBeginsAnewIfItCannotBeRepeated() throws Exception {
    after.refusesToRepeat = new PolicyException(PolicyException.Cause.ENGINE, "other ids");
    try (RunnerHarness runner = restored(midEpisode(), Duration.ofSeconds(20))) {
      assertThat(runner.events(FIRST, 20)).hasSize(1);
      assertThat(ask(FIRST).added).as("from the opening on").hasSize(2);
      assertThat(after.closedSessions).as("of the one that was tried").containsExactly(FIRST);
      runner.assertContiguous();
    }
  }

  @Test
  void whatWasAnsweredIsKeptUntilThereIsAPlace() throws Exception {
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, before)) {
      runner.send(request(0), request(1));
      List.copyOf(before.asks).forEach(ask -> ask.say("Done."));
      state = runner.work().snapshot();
    }
    RolloutSettings one = SETTINGS.withLimits(1, 100);
    TestingPolicy between = new TestingPolicy();
    try (RunnerHarness runner =
        RunnerHarness.restored(one, tasks -> between, state, RunnerHarness.START + 1_000)) {
      assertThat(between.repeated).hasSize(1);
      state = runner.snapshot();
    }
    try (RunnerHarness runner = restored(state, Duration.ofSeconds(20))) {
      assertThat(after.repeated).hasSize(2);
      assertThat(runner.events(SECOND, 20)).hasSize(3);
    }
  }

  @Test
  void twoRestoresFromOneCheckpointUseDifferentAttempts() throws Exception {
    OperatorSubtaskState state = midEpisode();
    try (RunnerHarness once = restored(state, Duration.ofSeconds(20));
        RunnerHarness twice = restored(state, Duration.ofSeconds(21))) {
      assertThat(once.events(FIRST, 20)).hasSize(3);
      assertThat(twice.events(FIRST, 21)).hasSize(3);
      assertThat(twice.events(FIRST, 20)).isEmpty();
    }
  }

  @Test
  void requestsThatComeAgainAfterARestoreAreNumberedOnToo() throws Exception {
    try (RunnerHarness runner = restored(midEpisode(), Duration.ofSeconds(20))) {
      while (!after.asks.isEmpty()) {
        after.asks.get(0).say("Done.");
        runner.work();
      }
      runner.send(request(7));

      assertThat(runner.events("run/b0/g0/s7", 20)).hasSize(1);
    }
  }

  @Test
  void aRunBegunAgainWithoutStateIsPlayedAsTheAttemptThatThePlannerAsksFor() throws Exception {
    try (RunnerHarness runner = restored(null, Duration.ofSeconds(95))) {
      runner.sendTasks().send(request(0).withAttempt(90), request(1));

      assertThat(runner.events(FIRST, 90)).isNotEmpty();
      assertThat(runner.events(SECOND, 0)).as("however late a new run comes").isNotEmpty();
    }
  }

  @Test
  void endedEpisodesAreNotPlayedAgain() throws Exception {
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, before)) {
      runner.send(request(0), request(1));
      for (int turn = 0; turn < 3; turn++) {
        before.asks.stream()
            .filter(ask -> ask.episodeId.equals(FIRST))
            .findFirst()
            .orElseThrow()
            .say("Done.");
        runner.work();
      }
      assertThat(runner.end(FIRST).orElseThrow().getReason()).isEqualTo(EndReason.COMPLETED);
      state = runner.snapshot();
    }
    try (RunnerHarness runner = restored(state, Duration.ofSeconds(5))) {
      assertThat(runner.events()).extracting(TrajectoryEvent::getEpisodeId).containsExactly(SECOND);
    }
  }

  @Test
  void aRequestThatWaitsForItsTaskGoesOnWaiting() throws Exception {
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.open(SETTINGS, tasks -> before)) {
      state = runner.send(request(0)).snapshot();
    }
    try (RunnerHarness runner = restored(state, Duration.ofHours(1))) {
      assertThat(runner.events()).isEmpty();

      runner.sendTasks();
      assertThat(runner.events(FIRST, 3600)).hasSize(1);
    }
  }

  @Test
  void theNewestVersionIsThereAgain() throws Exception {
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, before)) {
      state = runner.sendVersion("policy", 4).snapshot();
    }
    try (RunnerHarness runner = restored(state, Duration.ofSeconds(5))) {
      assertThat(after.updates).extracting(update -> update.getVersion()).containsExactly(4L);

      runner.sendVersion("policy", 4).send(request(0));
      assertThat(after.updates).hasSize(1);
    }
  }

  @Test
  void ofTwoInstancesMadeOfOneEachEpisodeIsPlayedOnce() throws Exception {
    OperatorSubtaskState state = midEpisode();
    List<String> begun = new java.util.ArrayList<>();
    for (int instance = 0; instance < 2; instance++) {
      OperatorSubtaskState part =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(state, 2, 1, 2, instance);
      try (RunnerHarness runner = restored(part, Duration.ofSeconds(9))) {
        runner.send(request(10 + instance));
        begun.addAll(runner.started());
      }
    }

    assertThat(begun).contains(FIRST, SECOND, THIRD).doesNotHaveDuplicates();
  }
}
