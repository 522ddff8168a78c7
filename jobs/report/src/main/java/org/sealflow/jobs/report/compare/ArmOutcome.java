package org.sealflow.jobs.report.compare;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sealflow.jobs.report.run.Estimate;
import org.sealflow.jobs.report.run.RunOutcome;
import org.sealflow.jobs.report.run.TestPlay;

/**
 * The result of an arm on the test tasks, over all its runs that were measured there. A run that
 * chose its start counts with the start's result, so its gain is zero.
 */
final class ArmOutcome {
  private final TaskShares last;
  private final TaskShares start;
  private final TaskShares lastOfStarted;

  private ArmOutcome(List<RunOutcome> measured) {
    List<RunOutcome> started = measured.stream().filter(run -> run.start().isPresent()).toList();
    this.last = last(measured);
    this.lastOfStarted = last(started);
    this.start = TaskShares.of(started.stream().flatMap(run -> run.start().stream()).toList());
  }

  static ArmOutcome of(RunArm arm, TestPlay play) {
    return new ArmOutcome(
        arm.runs().stream()
            .map(run -> run.test(play))
            .filter(outcome -> outcome.last().isPresent())
            .toList());
  }

  private static TaskShares last(List<RunOutcome> runs) {
    return TaskShares.of(runs.stream().flatMap(run -> run.last().stream()).toList());
  }

  /** How often the starts succeed at tasks of this kind; empty if none was measured. */
  Optional<Estimate> start(Predicate<String> wanted) {
    return start.success(wanted);
  }

  /** How often the chosen versions succeed; empty if none was measured. */
  Optional<Estimate> success(Predicate<String> wanted) {
    return last.success(wanted);
  }

  /** How much more often than each run's own start; empty if no start was measured. */
  Optional<Estimate> gain(Predicate<String> wanted) {
    return lastOfStarted.over(start, wanted);
  }

  /** How much more often than another arm's chosen versions; empty if either has none. */
  Optional<Estimate> over(ArmOutcome other, Predicate<String> wanted) {
    return last.over(other.last, wanted);
  }
}
