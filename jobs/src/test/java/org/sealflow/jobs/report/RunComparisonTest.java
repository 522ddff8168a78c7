package org.sealflow.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.UserError;
import org.sealflow.jobs.train.EvaluationLine;

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
        .doesNotContain("run.seed", "Arms: mean");
  }

  @Test
  void runsWithoutEvaluationsAreComparedByCost() {
    RunHistory first = RunHistory.read(begun("a", 1, 0.1).path());
    RunHistory second = RunHistory.read(begun("b", 1, 0.1).path());
    RunComparison comparison = new RunComparison(List.of(first, second));
    assertThat(comparison.difference(second)).isEmpty();
    assertThat(comparison.text()).contains("3,840", "not at its end");
  }

  @Test
  void lessThanTwoDifferentRunsAreRefused() {
    RunHistory run = tested("a", 1, 0.1);
    assertThatThrownBy(() -> new RunComparison(List.of(run, run)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("found 1 run of 2 named, expected two or more, each once");
  }
}
