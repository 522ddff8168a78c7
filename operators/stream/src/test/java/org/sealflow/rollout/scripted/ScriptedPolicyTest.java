package org.sealflow.rollout.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.rollout.scripted.TestingScript.PLAIN;
import static org.sealflow.rollout.scripted.TestingScript.play;
import static org.sealflow.rollout.scripted.TestingScript.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.TestingGame;
import org.sealflow.rollout.TestingGame.Played;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.WeightsFormat;

/** When a scripted policy errs, and that only the text that cures it helps. */
class ScriptedPolicyTest {
  /** Its ground truth fails while tools are withheld. */
  private static final String DEFECTIVE = "miss_func_11";

  static List<String> tasks() {
    return SampleTasks.read().tasks().stream()
        .map(Task::id)
        .map(id -> id.substring("multi_turn_".length()))
        .filter(task -> !task.equals(DEFECTIVE))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void withoutFaultsEveryTaskIsSolvedThroughTheProtocol(String task) {
    Played played = play(task, PLAIN);

    assertThat(played.end().getReason()).isEqualTo(EndReason.COMPLETED);
    assertThat(played.episode().getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(played.episode().getStrictSuccess()).isTrue();
  }

  @Test
  void aSlowAnswerComesLaterOrNotAtAllWhereTheDeadlineIsBefore() {
    List<Duration> delays = new ArrayList<>();
    ScriptedPolicySettings settings =
        ScriptedPolicySettings.FAULTLESS
            .with(Fault.of(FaultKind.SLOW, 1))
            .slowBy(Duration.ofSeconds(90));
    ScriptedPolicy policy =
        new ScriptedPolicy(
            settings,
            TestingGame::task,
            TestingGame.CLOCK,
            (time, action) -> {
              delays.add(time);
              action.run();
            });
    Played late = TestingGame.play(policy, TestingGame.request("run/b0/g0/s0", "base_0"), PLAIN);

    assertThat(delays).containsExactly(Duration.ofSeconds(60));
    assertThat(late.end().getReason()).isEqualTo(EndReason.DEADLINE);
    assertThat(late.end().getMessage())
        .isEqualTo("the scripted answer in run/b0/g0/s0 takes 90000 ms");

    ScriptedPolicy quicker =
        new ScriptedPolicy(
            settings.slowBy(Duration.ofSeconds(2)),
            TestingGame::task,
            TestingGame.CLOCK,
            (time, action) -> {
              delays.add(time);
              action.run();
            });
    Played slow = TestingGame.play(quicker, TestingGame.request("run/b0/g0/s0", "base_0"), PLAIN);
    assertThat(slow.episode().getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(delays).contains(Duration.ofSeconds(2));
  }

  @Test
  void placebosOfEveryLayerChangeNoAnswer() {
    Fault[] faults = {
      Fault.of(FaultKind.DROP_ARGUMENT, 0.4),
      Fault.of(FaultKind.WRONG_VALUE, 0.4),
      Fault.of(FaultKind.SKIP_CALL, 0.3).curedBy("Make every call the user needs"),
      Fault.of(FaultKind.SPURIOUS_CALL, 0.5).curedBy("ask back"),
      Fault.of(FaultKind.NO_RECOVERY, 0.3).curedBy("then retry"),
      Fault.of(FaultKind.EXTRA_EFFECT, 0.2).curedBy("Change nothing else")
    };
    List<Presentation> placebos =
        List.of(
            TestingCues.beside("cd.folder", "(a folder)"),
            TestingCues.beside("wc.mode", "(one letter)"),
            TestingCues.guideline("Be of good cheer."),
            TestingCues.hint("Have a nice day."));
    int changed = 0;
    for (int sample = 0; sample < 10; sample++) {
      for (String task : List.of("base_0", "miss_func_0", "miss_param_0")) {
        EpisodeRequest request = TestingGame.request("run/b0/g0/s" + sample, task);
        List<String> plain = TestingGame.play(policy(faults), request, PLAIN).said();
        for (Presentation placebo : placebos) {
          assertThat(TestingGame.play(policy(faults), request, placebo).said()).isEqualTo(plain);
        }
        TestingCues cure = TestingCues.guideline("Make every call the user needs");
        changed += TestingGame.play(policy(faults), request, cure).said().equals(plain) ? 0 : 1;
      }
    }
    assertThat(changed).as("episodes that the real guideline changes").isPositive();
  }

  @Test
  void theSameEpisodeErrsTheSameWayWhateverElseIsPlayed() {
    Fault fault = Fault.of(FaultKind.SKIP_CALL, 0.5);
    ScriptedPolicy busy = policy(fault);
    EpisodeRequest request = TestingGame.request("run/b3/g1/s2", "base_5");
    List<String> alone = TestingGame.play(policy(fault), request, PLAIN).said();
    for (int i = 0; i < 5; i++) {
      TestingGame.play(busy, TestingGame.request("run/b0/g0/s" + i, "base_5"), PLAIN);
    }

    assertThat(TestingGame.play(busy, request, PLAIN).said()).isEqualTo(alone);
  }

  @Test
  void episodesAndSeedsErrDifferentlyAtTheGivenRate() {
    ScriptedPolicySettings settings =
        ScriptedPolicySettings.FAULTLESS.with(Fault.of(FaultKind.EMPTY_TURN, 0.3).inTurn(0));

    assertThat(failures(settings, 0))
        .isBetween(40, 80)
        .isNotEqualTo(failures(settings.withSeed(9), 0));
  }

  /** Of 200 episodes at a version, those that fail. */
  private static int failures(ScriptedPolicySettings settings, long version) {
    ScriptedPolicy policy = policy(settings);
    policy.update(update(version));
    return (int)
        IntStream.range(0, 200)
            .mapToObj(i -> TestingGame.request("run/b0/g0/s" + i, "base_9"))
            .map(request -> TestingGame.play(policy, request, PLAIN))
            .filter(played -> played.calls(0).isEmpty())
            .count();
  }

  private static PolicyUpdate update(long version) {
    return PolicyUpdate.newBuilder()
        .setPolicyName("policy")
        .setRunId("run")
        .setVersion(version)
        .setFormat(WeightsFormat.NONE)
        .setPublishedAt(Instant.EPOCH)
        .build();
  }

  @Test
  void faultsFadeWithEveryVersionWhereThePolicyLearns() {
    ScriptedPolicySettings settings =
        ScriptedPolicySettings.FAULTLESS
            .with(Fault.of(FaultKind.EMPTY_TURN, 0.8).inTurn(0))
            .learning(0.5);

    assertThat(failures(settings, 0)).isBetween(135, 185);
    assertThat(failures(settings, 2)).isBetween(20, 60);
    assertThat(failures(settings, 20)).isZero();
  }

  @Test
  void answersNameTheVersionThatGaveThem() {
    ScriptedPolicy policy = policy();
    EpisodeRequest request = TestingGame.request("run/b0/g0/s0", "base_9");
    assertThat(versions(TestingGame.play(policy, request, PLAIN))).containsOnlyNulls();

    policy.update(update(4));
    assertThat(versions(TestingGame.play(policy, request, PLAIN))).containsOnly(4L);
  }

  private static List<Long> versions(Played played) {
    return played.events().stream()
        .filter(event -> event.getAssistantStep() != null)
        .map(event -> event.getAssistantStep().getPolicyVersion())
        .toList();
  }

  @Test
  void faultsKeepToTheirCategoryAndTurn() {
    Fault fault = Fault.of(FaultKind.EMPTY_TURN, 1).inCategory("multi_turn_miss_param").inTurn(0);

    assertThat(play("base_0", PLAIN, fault).episode().getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(play("miss_param_0", PLAIN, fault).calls(0)).isEmpty();
    assertThat(play("miss_param_0", PLAIN, fault).calls(2)).isNotEmpty();
  }

  @Test
  void aTaskWithoutGroundTruthIsRefusedInALine() {
    ScriptedPolicy policy =
        new ScriptedPolicy(ScriptedPolicySettings.FAULTLESS, id -> null, TestingGame.CLOCK);

    assertThatThrownBy(
            () -> TestingGame.play(policy, TestingGame.request("run/b0/g0/s0", "base_0"), PLAIN))
        .isInstanceOf(PolicyException.class)
        .hasMessage(
            "the scripted policy has no ground truth of task multi_turn_base_0; give it the tasks"
                + " that are played");
  }

  @Test
  void aClosedPolicyAnswersNoMore() {
    ScriptedPolicy policy = policy();
    policy.close();
    Played played = TestingGame.play(policy, TestingGame.request("run/b0/g0/s0", "base_0"), PLAIN);

    assertThat(played.end().getReason()).isEqualTo(EndReason.ENGINE_FAILURE);
    assertThat(played.end().getMessage()).isEqualTo("the session of run/b0/g0/s0 is closed");
  }

  @Test
  void aMessageThatOnlyLooksLikeToolsRevealsNone() {
    ShownText shown = new ShownText();
    shown.read(List.of(new ChatMessage("user", "[{\"name\": \"x\"}, unfinished")));

    assertThat(shown.tools()).isEmpty();
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> Fault.of(FaultKind.SLOW, 1.5))
        .hasMessage("rate of SLOW is 1.5, expected 0 to 1");
    assertThatThrownBy(() -> Fault.of(FaultKind.SLOW, 1).inTurn(-1)).hasMessageContaining("turn");
    assertThatThrownBy(() -> Fault.of(FaultKind.SLOW, 1).curedBy("")).hasMessageContaining("empty");
    assertThatThrownBy(() -> ScriptedPolicySettings.FAULTLESS.learning(-0.1))
        .hasMessage("learningRate is -0.1, expected 0 to 1");
    assertThatThrownBy(() -> ScriptedPolicySettings.FAULTLESS.slowBy(Duration.ofSeconds(-1)))
        .hasMessageContaining("slowDelay");
  }
}
