package org.sealflow.jobs.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.run.Estimate;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;

class ArmOutcomeTest {
  @TempDir private Path directory;

  private ArmOutcome arm(RunHistory... runs) {
    return ArmOutcome.of(RunArm.of(List.of(runs)).get(0), TestPlay.SAMPLED);
  }

  private RunHistory run(String name, Map<String, Boolean> start, Map<String, Boolean> chosen) {
    TestingRun run = TestingRun.begun(directory, name, 1, 0.2).trained(1);
    run.evaluated(line(0, start));
    return RunHistory.read((chosen.isEmpty() ? run : run.evaluated(line(9, chosen))).path());
  }

  private static EvaluationLine line(long version, Map<String, Boolean> successes) {
    return new EvaluationLine(
        EvaluationLine.TEST_SAMPLED,
        version,
        0,
        1,
        Map.of("base", new Successes(successes.size(), 0, 0)),
        successes);
  }

  private static double points(Optional<Estimate> estimate) {
    return estimate.orElseThrow().mean();
  }

  @Test
  void eachTaskEntersWithItsMeanOverTheRuns() {
    ArmOutcome arm =
        arm(
            run("a-s1", Map.of("x", false, "y", false), Map.of("x", true, "y", true)),
            run("a-s2", Map.of("x", true, "y", false), Map.of("x", true, "y", false)));
    assertThat(points(arm.success(task -> true))).isEqualTo(0.75);
    assertThat(points(arm.start(task -> true))).isEqualTo(0.25);
    assertThat(points(arm.gain(task -> true))).isEqualTo(0.5);
    assertThat(points(arm.success(task -> task.equals("y")))).isEqualTo(0.5);
  }

  @Test
  void aRunThatChoseItsStartGainsNothing() {
    ArmOutcome arm =
        arm(
            run("a-s1", Map.of("x", false, "y", true), Map.of("x", true, "y", true)),
            run("a-s2", Map.of("x", false, "y", true), Map.of()));
    assertThat(points(arm.gain(task -> true))).isCloseTo(0.25, within(1e-12));
    assertThat(arm.gain(task -> true).orElseThrow().runs()).isEqualTo(2);
  }

  @Test
  void armsArePairedOnTasksThatAllTheirRunsPlayed() {
    ArmOutcome one = arm(run("a-s1", Map.of("x", true, "y", true, "w", true), Map.of()));
    ArmOutcome other =
        arm(
            run("b-s1", Map.of("x", false, "y", true, "z", true), Map.of()),
            run("b-s2", Map.of("x", true, "y", true), Map.of()));
    Estimate over = one.over(other, task -> true).orElseThrow();
    assertThat(over.tasks()).isEqualTo(2);
    assertThat(over.mean()).isEqualTo(0.25);
    assertThat(one.over(other, task -> task.equals("z"))).isEmpty();
  }

  @Test
  void anArmThatWasNotMeasuredHasNothing() {
    ArmOutcome arm =
        arm(RunHistory.read(TestingRun.begun(directory, "a", 1, 0.2).trained(1).path()));
    assertThat(arm.success(task -> true)).isEmpty();
    assertThat(arm.gain(task -> true)).isEmpty();
  }
}
