package org.sealflow.jobs.report.compare;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.run.EvaluationLine;

/**
 * One arm against another one, over seeds.
 *
 * @param arm the arm
 * @param over the arm it is compared with
 */
record ArmContrast(RunArm arm, RunArm over) {
  /** In strict success of the chosen versions on the test tasks, played greedily. */
  Optional<SeedDifference> test() {
    return difference(
        run -> {
          Optional<EvaluationLine> last = run.test(TestPlay.GREEDY).last();
          return last.map(line -> OptionalDouble.of(line.all().rate()))
              .orElse(OptionalDouble.empty());
        });
  }

  /** In the area under the validation curve. */
  Optional<SeedDifference> area() {
    return difference(LearningArea::of);
  }

  private Optional<SeedDifference> difference(Function<RunHistory, OptionalDouble> figure) {
    return SeedDifference.of(bySeed(arm, figure), bySeed(over, figure));
  }

  private static Map<Long, Double> bySeed(RunArm arm, Function<RunHistory, OptionalDouble> figure) {
    Map<Long, Double> bySeed = new TreeMap<>();
    for (RunHistory run : arm.runs()) {
      String seed = run.settings().value("run.seed", "");
      OptionalDouble value = figure.apply(run);
      if (seed.matches("-?[0-9]{1,18}") && value.isPresent()) {
        bySeed.put(Long.valueOf(seed), value.getAsDouble());
      }
    }
    return bySeed;
  }
}
