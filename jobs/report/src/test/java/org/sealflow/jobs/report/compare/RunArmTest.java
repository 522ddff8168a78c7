package org.sealflow.jobs.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.run.EvaluationLine;

class RunArmTest {
  @TempDir private Path directory;

  private RunHistory run(String name, long seed, int batches) {
    return RunHistory.read(
        TestingRun.begun(directory, name, seed, 0.2)
            .trained(batches)
            .validated(30)
            .tested()
            .path());
  }

  @Test
  void armsAreNamedWithoutSeedAndNumber() {
    assertThat(
            Stream.of("seal-s1-1", "seal-s12-3", "nano-seal-7", "s3-1", "plain").map(RunArm::arm))
        .containsExactly("seal", "seal", "nano-seal", "s3", "plain");
  }

  @Test
  void runsThatDifferInTheirSeedAreOneArm() {
    List<RunArm> arms =
        RunArm.of(List.of(run("b-s1", 1, 30), run("a-s1", 1, 30), run("b-s2", 2, 30)));
    assertThat(arms).extracting(RunArm::name).containsExactly("b", "a");
    assertThat(arms.get(0).runs())
        .extracting(RunHistory::runId)
        .containsExactly("b-s1-1", "b-s2-1");
  }

  @Test
  void curvesOfAnArmHoldWhatEveryRunWasMeasuredAt() {
    RunHistory first = run("a-s1", 1, 60);
    RunHistory second = run("a-s2", 2, 30);
    List<RunArm.Point> curve = RunArm.of(List.of(first, second)).get(0).curve(EvaluationLine::all);
    assertThat(curve).extracting(RunArm.Point::version).containsExactly(0L, 30L);
    double one = first.validations().get(1).all().rate();
    double other = second.validations().get(1).all().rate();
    assertThat(curve.get(1).mean()).isCloseTo((one + other) / 2, within(1e-12));
    assertThat(curve.get(1).low()).isEqualTo(Math.min(one, other));
    assertThat(curve.get(1).high()).isEqualTo(Math.max(one, other));
  }

  @Test
  void curvesOfASingleRunHaveItsIntervals() {
    RunHistory run = run("a", 1, 30);
    RunArm.Point point = RunArm.of(List.of(run)).get(0).curve(EvaluationLine::all).get(0);
    assertThat(point.low()).isEqualTo(run.validations().get(0).all().interval().low());
    assertThat(point.high()).isGreaterThan(point.mean());
  }
}
