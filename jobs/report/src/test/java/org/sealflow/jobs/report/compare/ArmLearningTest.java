package org.sealflow.jobs.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;

class ArmLearningTest {
  @TempDir private Path directory;

  private RunHistory run(String name, EvaluationLine... lines) {
    TestingRun run = TestingRun.begun(directory, name, 1, 0.2).trained(1);
    for (EvaluationLine line : lines) {
      run.evaluated(line);
    }
    return RunHistory.read(run.path());
  }

  private static EvaluationLine line(long version, boolean x, boolean y) {
    return new EvaluationLine(
        EvaluationLine.VALIDATION,
        version,
        0,
        1,
        Map.of("base", new Successes(2, 0, 0)),
        Map.of("x", x, "y", y));
  }

  private static ArmLearning learning(RunHistory... runs) {
    return ArmLearning.of(RunArm.of(List.of(runs)).get(0));
  }

  @Test
  void aVersionCountsOnceAllRunsWereMeasuredThere() {
    ArmLearning learning =
        learning(
            run("a-s1", line(0, false, false), line(10, true, true), line(20, true, true)),
            run("a-s2", line(0, true, false), line(10, true, false)));
    assertThat(ArmLearning.versions(List.of(learning))).containsExactly(0L, 10L);
    assertThat(learning.success(0).orElseThrow().mean()).isEqualTo(0.25);
    assertThat(learning.success(10).orElseThrow().mean()).isEqualTo(0.75);
    assertThat(learning.success(20)).isEmpty();
  }

  @Test
  void armsAreComparedAtTheSameVersion() {
    ArmLearning quick = learning(run("a-s1", line(0, false, false), line(10, true, true)));
    ArmLearning slow = learning(run("b-s1", line(0, false, false), line(10, true, false)));
    assertThat(quick.over(slow, 0).orElseThrow().mean()).isZero();
    assertThat(quick.over(slow, 10).orElseThrow().mean()).isEqualTo(0.5);
    assertThat(quick.over(slow, 10).orElseThrow().tasks()).isEqualTo(2);
    assertThat(quick.over(slow, 20)).isEmpty();
  }
}
