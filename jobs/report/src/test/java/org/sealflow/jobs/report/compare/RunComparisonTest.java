package org.sealflow.jobs.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.settings.UserError;

class RunComparisonTest {
  @TempDir private Path directory;

  private TestingRun begun(String name, long seed, double gain) {
    return TestingRun.begun(directory, name, seed, gain).trained(60);
  }

  private RunHistory tested(String name, long seed, double gain) {
    return RunHistory.read(begun(name, seed, gain).validated(30).tested().ended().path());
  }

  private static JsonNode json(RunComparison comparison) throws Exception {
    return new ObjectMapper().readTree(comparison.json());
  }

  @Test
  void differencesArePairedWithTheFirstRun() throws Exception {
    RunHistory first = tested("vanilla-s1", 1, 0.05);
    RunHistory better = tested("seal-s1", 2, 0.3);
    JsonNode runs = json(new RunComparison(List.of(first, better))).get("runs");
    EvaluationLine before = first.test().last().orElseThrow();
    EvaluationLine after = better.test().last().orElseThrow();
    long gained =
        after.successes().entrySet().stream()
            .filter(task -> task.getValue() && !before.successes().get(task.getKey()))
            .count();
    assertThat(runs.at("/1/difference/gained").asLong()).isEqualTo(gained).isPositive();
    assertThat(runs.at("/1/difference/tasks").asLong()).isEqualTo(200);
    assertThat(runs.at("/1/categories/0/difference/tasks").asLong()).isEqualTo(50);
    assertThat(runs.at("/1/gain/difference").asDouble()).isPositive();
    assertThat(runs.at("/0/difference/difference").asDouble()).isZero();
  }

  @Test
  void armsHaveTheMeanAndRangeOfTheirRuns() throws Exception {
    RunHistory first = tested("vanilla-s1", 1, 0.05);
    RunHistory one = tested("seal-s1", 2, 0.3);
    RunHistory other = tested("seal-s2", 3, 0.25);
    JsonNode arm = json(new RunComparison(List.of(first, one, other))).at("/arms/1");
    double low = one.test().last().orElseThrow().all().rate();
    double high = other.test().last().orElseThrow().all().rate();
    assertThat(arm.get("runs")).hasSize(2);
    assertThat(arm.at("/test/all/low").asDouble()).isEqualTo(Math.min(low, high));
    assertThat(arm.at("/test/all/high").asDouble()).isEqualTo(Math.max(low, high));
    assertThat(arm.at("/test/difference/runs").asInt()).isEqualTo(2);
    assertThat(arm.at("/curves/all")).hasSize(3);
  }

  @Test
  void onlySettingsThatDifferAreShownAndNeverNames() {
    RunComparison comparison =
        new RunComparison(List.of(tested("vanilla-s1", 1, 0.05), tested("seal-s1", 1, 0.3)));
    assertThat(comparison.differingSettings())
        .containsOnlyKeys("learner.weighting.rule")
        .containsEntry("learner.weighting.rule", List.of("none", "signed"));
    assertThat(comparison.text())
        .contains("Strict success on the test tasks", "seal-s1-1", "learner.weighting.rule", "Cost")
        .doesNotContain("run.seed", "Arms, ", ", sampled");
  }

  @Test
  void runsWithoutEvaluationsAreComparedByCost() {
    RunHistory first = RunHistory.read(begun("a", 1, 0.1).path());
    RunHistory second = RunHistory.read(begun("b", 1, 0.1).path());
    RunComparison comparison = new RunComparison(List.of(first, second));
    assertThat(comparison.difference(TestPlay.GREEDY, second)).isEmpty();
    assertThat(comparison.text())
        .contains("3,840", "not at its end")
        .contains("b-1 has no figures on the test tasks: it is not at its end, version 60 of 240");
  }

  @Test
  void armsAreComparedWithVanillaGreedyAndSampled() throws Exception {
    RunComparison comparison =
        new RunComparison(
            List.of(
                sampled("seal-s1", 2, 0.3),
                sampled("seal-s2", 3, 0.3),
                sampled("vanilla-s1", 1, 0),
                sampled("vanilla-s2", 4, 0)));
    JsonNode node = json(comparison);
    assertThat(node.get("baseline").asText()).isEqualTo("vanilla");
    for (String play : List.of("greedy", "sampled")) {
      JsonNode seal = node.at("/arms/0/outcomes/" + play + "/all");
      assertThat(seal.at("/difference/tasks").asInt()).isEqualTo(200);
      assertThat(seal.at("/difference/low").asDouble()).isPositive();
      assertThat(seal.at("/gain/runs").asInt()).isEqualTo(2);
      assertThat(seal.at("/success/share").asDouble())
          .isCloseTo(meanRate(comparison, play), within(1e-12));
      assertThat(node.at("/arms/1/outcomes/" + play + "/all/difference").isNull()).isTrue();
    }
    assertThat(node.at("/arms/0/outcomes/sampled/categories/multi_turn_base/gain/tasks").asInt())
        .isEqualTo(50);
    assertThat(node.at("/runs/1/sampled/difference/tasks").asInt()).isEqualTo(200);
    JsonNode learning = node.at("/arms/0/learning");
    assertThat(learning).extracting(each -> each.get("version").asInt()).contains(0, 30);
    assertThat(learning.at("/0/difference/tasks").asInt()).isEqualTo(200);
    assertThat(node.at("/arms/1/learning/0/difference").isNull()).isTrue();
    assertThat(comparison.text())
        .contains("Arms, greedy", "Arms, sampled", "over vanilla")
        .contains("Validation tasks, greedy, over vanilla, paired by task")
        .contains("Test by category, sampled");
  }

  private RunHistory sampled(String name, long seed, double gain) {
    return RunHistory.read(
        begun(name, seed, gain).validated(30).tested().testedSampled().ended().path());
  }

  private static double meanRate(RunComparison comparison, String play) {
    return comparison.arms().get(0).runs().stream()
        .map(run -> run.test(play.equals("greedy") ? TestPlay.GREEDY : TestPlay.SAMPLED))
        .mapToDouble(outcome -> outcome.last().orElseThrow().all().rate())
        .average()
        .orElseThrow();
  }

  @Test
  void runsThatWereNotSampledHaveNoSampledFigures() throws Exception {
    RunComparison comparison =
        new RunComparison(List.of(tested("a", 1, 0.1), sampled("b", 2, 0.1)));
    JsonNode node = json(comparison);
    assertThat(node.at("/arms/0/outcomes/sampled").isNull()).isTrue();
    assertThat(node.at("/runs/0/sampled").isNull()).isTrue();
    assertThat(node.at("/runs/1/sampled/difference").isNull()).isTrue();
    assertThat(node.at("/runs/1/sampled/gain/tasks").asInt()).isEqualTo(200);
  }

  @Test
  void processorTimeIsPartOfTheCost() throws Exception {
    RunHistory known = RunHistory.read(begun("a", 1, 0.1).processed(90).processed(30).path());
    RunHistory unknown = RunHistory.read(begun("b", 1, 0.1).path());
    RunComparison comparison = new RunComparison(List.of(known, unknown));
    assertThat(json(comparison).at("/runs/0/cpuSeconds").asDouble()).isEqualTo(120);
    assertThat(json(comparison).at("/runs/1/cpuSeconds").isNull()).isTrue();
    assertThat(json(comparison).at("/runs/0/sampledTokens").asLong()).isEqualTo(60 * 9_000);
    assertThat(comparison.text()).containsPattern("CPU minutes[^$]*2\\.0");
  }

  @Test
  void lessThanTwoDifferentRunsAreRefused() {
    RunHistory run = tested("a", 1, 0.1);
    assertThatThrownBy(() -> new RunComparison(List.of(run, run)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("found 1 run of 2 named, expected two or more, each once");
  }

  @Test
  void armsAreContrastedOverTheSeedsTheyShare() throws Exception {
    List<RunHistory> runs =
        List.of(
            tested("vanilla-s1", 1, 0.05),
            tested("vanilla-s2", 2, 0.05),
            tested("seal-s1", 1, 0.3),
            tested("seal-s2", 2, 0.25),
            tested("other-s1", 1, 0.1));
    JsonNode contrasts = json(new RunComparison(runs)).get("contrasts");
    double first = runs.get(2).test().last().orElseThrow().all().rate();
    double second = runs.get(3).test().last().orElseThrow().all().rate();
    double before = runs.get(0).test().last().orElseThrow().all().rate();
    double after = runs.get(1).test().last().orElseThrow().all().rate();

    assertThat(contrasts).hasSize(2);
    assertThat(contrasts.at("/0/arm").asText()).isEqualTo("seal");
    assertThat(contrasts.at("/0/test/seeds").asInt()).isEqualTo(2);
    assertThat(contrasts.at("/0/test/mean").asDouble())
        .isCloseTo((first - before + second - after) / 2, within(1e-12));
    assertThat(contrasts.at("/0/area/mean").asDouble()).isPositive();
    assertThat(contrasts.at("/1/test").isNull()).as("one seed").isTrue();
  }

  @Test
  void contrastsOfOnesOwnAreNamedByArms() throws Exception {
    List<RunHistory> runs =
        List.of(
            tested("a-s1", 1, 0.05),
            tested("a-s2", 2, 0.05),
            tested("b-s1", 1, 0.3),
            tested("b-s2", 2, 0.25));

    RunComparison comparison = new RunComparison(runs, List.of("a:b"));
    assertThat(json(comparison).at("/contrasts/0/test/mean").asDouble()).isNegative();
    assertThat(comparison.text()).contains("Contrasts over seeds", "a - b");
    assertThatThrownBy(() -> new RunComparison(runs, List.of("a:c")))
        .isInstanceOf(UserError.class)
        .hasMessage("'a:c' contrasts no two arms, expected ARM:OTHER of a, b");
  }
}
