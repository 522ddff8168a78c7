package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.file.HostTensor;

class WarmStartTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  @TempDir private Path folder;

  private static boolean never() {
    return false;
  }

  private static Judge judging(Integer... successes) {
    Queue<Integer> coming = new ArrayDeque<>(List.of(successes));
    return model ->
        new StrictSuccesses(
            Map.of("any", new StrictSuccesses.Score(coming.isEmpty() ? 0 : coming.remove(), 9)));
  }

  private static BooleanSupplier afterSteps(int steps) {
    int[] asked = {0};
    return () -> asked[0]++ >= steps;
  }

  private List<HostTensor> run(String name, BooleanSupplier... stops) throws InterruptedException {
    List<HostTensor> weights = List.of();
    for (int i = 0; i < stops.length; i++) {
      try (PolicyModel model = TestingWarmStart.model(folder.resolve(name + i));
          WarmStart start = start(model, judging(1, 2, 3), name, new TestingListener())) {
        boolean ended = start.run(stops[i]);
        assertThat(ended).isEqualTo(i == stops.length - 1);
        weights = model.trainedWeights();
      }
    }
    return weights;
  }

  private WarmStart start(PolicyModel model, Judge judge, String name, WarmListener listener) {
    return new WarmStart(
        TestingWarmStart.plan(),
        model,
        TestingWarmStart.parts(judge, folder.resolve(name + "-checkpoints")),
        CLOCK,
        listener);
  }

  @Test
  void aRunStoppedAndResumedTwiceGivesTheSameWeightsBitForBit() throws InterruptedException {
    List<HostTensor> undisturbed = run("undisturbed", WarmStartTest::never);

    assertThat(run("disturbed", afterSteps(1), afterSteps(4), WarmStartTest::never))
        .isEqualTo(undisturbed);
  }

  @Test
  void lossFallsAndPhasesComeInOrder() throws InterruptedException {
    TestingListener listener = new TestingListener();
    try (PolicyModel model = TestingWarmStart.model(folder.resolve("model"));
        WarmStart start = start(model, judging(1), "falls", listener)) {
      assertThat(start.run(WarmStartTest::never)).isTrue();
      assertThat(start.position().read()).isGreaterThanOrEqualTo(1100);
    }

    assertThat(listener.copied).containsExactly(1, 2);
    assertThat(listener.phases).isSorted().contains(0, 1).doesNotContain(2);
    assertThat(listener.learnt.get(listener.learnt.size() - 1).loss())
        .isLessThan(listener.learnt.get(0).loss());
  }

  @Test
  void theRateWarmsUpAndThenFallsToThePhasesEnd() throws InterruptedException {
    TestingListener listener = new TestingListener();
    try (PolicyModel model = TestingWarmStart.model(folder.resolve("model"));
        WarmStart start = start(model, judging(1), "rates", listener)) {
      start.run(WarmStartTest::never);
    }

    assertThat(listener.rates.subList(0, 3)).containsExactly(0.25e-3, 0.5e-3, 0.75e-3);
    assertThat(listener.rates.get(listener.rates.size() - 1)).isLessThan(0.4e-3);
  }

  @Test
  void theBestJudgedPolicyIsTheResultNotTheLast() throws InterruptedException {
    TestingListener listener = new TestingListener();
    List<HostTensor> last;
    List<HostTensor> best;
    try (PolicyModel model = TestingWarmStart.model(folder.resolve("last"));
        WarmStart start = start(model, judging(1, 2), "last", listener)) {
      start.run(WarmStartTest::never);
      last = model.trainedWeights();
    }
    try (PolicyModel model = TestingWarmStart.model(folder.resolve("best"));
        WarmStart start = start(model, judging(5, 2), "best", listener)) {
      start.run(WarmStartTest::never);
      best = model.trainedWeights();
    }

    assertThat(listener.judged).containsExactly(true, true, true, false);
    assertThat(best).isNotEqualTo(last);
  }

  @Test
  void aCheckpointOfOtherSettingsIsRefused() throws InterruptedException {
    run("mine", afterSteps(1), WarmStartTest::never);
    Checkpoints others = new Checkpoints(folder.resolve("mine-checkpoints"), "others");

    assertThatThrownBy(others::load)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other settings")
        .hasMessageContaining("remove the directory");
  }
}
