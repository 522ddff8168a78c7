package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.plan.EpisodeRequest;

/**
 * The policy is told of its versions, and no episode begins with one that is older than its batch
 * allows.
 */
class EpisodeRunnerVersionTest {
  private static final RolloutSettings SETTINGS = TestingGame.SETTINGS;
  private static final String POLICY = SETTINGS.policyName();

  private final TestingPolicy policy = new TestingPolicy();

  private static EpisodeRequest from(long oldestVersion, int sample) {
    return TestingGame.request("run/b0/g0/s" + sample, "base_0", 0, oldestVersion);
  }

  @Test
  void thePolicyIsToldOfItsNewVersionsOnce() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner
          .sendVersion(POLICY, 0)
          .sendVersion(POLICY, 2)
          .sendVersion(POLICY, 1)
          .sendVersion(POLICY, 2)
          .sendVersion("another", 9);

      assertThat(policy.updates).extracting(update -> update.getVersion()).containsExactly(0L, 2L);
    }
  }

  @Test
  void aVersionThatCouldNotBeHadIsToldAgainWhenItIsPublishedAgain() throws Exception {
    policy.problem = "version 2 is not in use: its storage is away";
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.sendVersion(POLICY, 2).sendVersion(POLICY, 2).sendVersion(POLICY, 1);

      assertThat(policy.updates).extracting(update -> update.getVersion()).containsExactly(2L, 2L);
    }
  }

  @Test
  void anEpisodeWaitsUntilItsVersionIsTold() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.sendVersion(POLICY, 1).work().send(from(2, 0), from(1, 1)).work();
      assertThat(policy.asks).extracting(ask -> ask.episodeId).containsExactly("run/b0/g0/s1");

      runner.sendVersion(POLICY, 2).work();
      assertThat(policy.asks)
          .extracting(ask -> ask.episodeId)
          .containsExactly("run/b0/g0/s1", "run/b0/g0/s0");
    }
  }

  @Test
  void anEpisodeWaitsUntilItsVersionIsLoaded() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      policy.settled = new CompletableFuture<>();
      runner.sendVersion(POLICY, 1).send(from(1, 0)).work();
      assertThat(policy.updates).hasSize(1);
      assertThat(policy.asks).isEmpty();

      policy.settled.complete(null);
      runner.work();
      assertThat(policy.asks).hasSize(1);
    }
  }

  @Test
  void aVersionOvertakenWhileItLoadsIsNotTakenForLoaded() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      CompletableFuture<Void> first = new CompletableFuture<>();
      CompletableFuture<Void> second = new CompletableFuture<>();
      policy.settled = first;
      runner.sendVersion(POLICY, 1);
      policy.settled = second;
      runner.sendVersion(POLICY, 2).send(from(1, 0));

      first.complete(null);
      assertThat(runner.work().events()).isEmpty();
      second.complete(null);
      runner.work();
      assertThat(policy.asks).hasSize(1);
    }
  }

  @Test
  void aVersionThatCannotBeHadHoldsNobodyUp() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      policy.settled = CompletableFuture.failedFuture(new IllegalStateException("no weights"));
      runner.sendVersion(POLICY, 1).send(from(1, 0)).work();

      assertThat(policy.asks).hasSize(1);
    }
  }

  @Test
  void whereAnotherPolicyIsTrainedItsVersionsHoldNobodyUp() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      runner.send(from(1, 0)).work();
      assertThat(policy.asks).isEmpty();

      runner.sendVersion("another", 1).work();
      assertThat(policy.asks).hasSize(1);
    }
  }

  @Test
  void thoseThatWaitForAVersionDoNotHoldTheInputUp() throws Exception {
    RolloutSettings narrow = SETTINGS.withLimits(1, 1);
    try (RunnerHarness runner = RunnerHarness.withTasks(narrow, policy)) {
      for (int sample = 0; sample < 5; sample++) {
        runner.send(from(1, sample));
      }
      assertThat(policy.asks).isEmpty();
      runner.sendVersion(POLICY, 1).work();

      assertThat(policy.asks).hasSize(1);
    }
  }

  @Test
  void theyAreStillThereAfterARestore() throws Exception {
    OperatorSubtaskState state = snapshotOfOneThatWaits();
    try (RunnerHarness runner =
        RunnerHarness.restored(SETTINGS, tasks -> policy, state, RunnerHarness.START)) {
      assertThat(policy.asks).isEmpty();
      runner.sendVersion(POLICY, 1).work();

      assertThat(policy.asks).hasSize(1);
    }
  }

  private OperatorSubtaskState snapshotOfOneThatWaits() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, new TestingPolicy())) {
      return runner.send(from(1, 0)).work().snapshot();
    }
  }

  @Test
  void aVersionOfAnotherPolicyIsKnownAfterARestore() throws Exception {
    OperatorSubtaskState state;
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, new TestingPolicy())) {
      state = runner.sendVersion("another", 1).send(from(1, 0)).work().snapshot();
    }
    try (RunnerHarness runner =
        RunnerHarness.restored(SETTINGS, tasks -> policy, state, RunnerHarness.START)) {
      runner.work();

      assertThat(policy.asks).hasSize(1);
      assertThat(policy.updates).as("versions of a policy that is not asked").isEmpty();
    }
  }

  @Test
  void atTheEndOfTheInputsTheyArePlayedWithWhatThereIs() throws Exception {
    try (RunnerHarness runner = RunnerHarness.withTasks(SETTINGS, policy)) {
      policy.refusesToAnswer = new PolicyException(PolicyException.Cause.ENGINE, "none");
      runner.send(from(1, 0)).endInput(1).endInput(2);

      assertThat(runner.ended()).containsExactly("run/b0/g0/s0");
    }
  }
}
