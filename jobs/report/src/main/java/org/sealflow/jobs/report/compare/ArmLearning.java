package org.sealflow.jobs.report.compare;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sealflow.jobs.report.run.Estimate;
import org.sealflow.jobs.run.EvaluationLine;

/**
 * The learning curve of an arm on the validation tasks from version to version, at those that all
 * its runs were measured at: what a budget of so many versions comes to.
 *
 * @param byVersion the shares of its runs that succeed at each task
 */
record ArmLearning(Map<Long, TaskShares> byVersion) {
  static ArmLearning of(RunArm arm) {
    Map<Long, TaskShares> byVersion = new TreeMap<>();
    Map<Long, List<EvaluationLine>> measured =
        arm.runs().stream()
            .flatMap(run -> run.validations().stream())
            .collect(Collectors.groupingBy(EvaluationLine::version));
    measured.forEach(
        (version, lines) -> {
          if (lines.size() == arm.runs().size()) {
            byVersion.put(version, TaskShares.of(lines));
          }
        });
    return new ArmLearning(byVersion);
  }

  /** The versions of some arms, in order. */
  static List<Long> versions(Collection<ArmLearning> arms) {
    TreeSet<Long> versions = new TreeSet<>();
    arms.forEach(arm -> versions.addAll(arm.byVersion().keySet()));
    return List.copyOf(versions);
  }

  /** How often a version succeeds; empty if not all runs were measured there. */
  Optional<Estimate> success(long version) {
    return shares(version).flatMap(shares -> shares.success(task -> true));
  }

  /** How much more often than the same version of another arm; empty if either has none. */
  Optional<Estimate> over(ArmLearning other, long version) {
    return shares(version)
        .flatMap(mine -> other.shares(version).flatMap(theirs -> mine.over(theirs, task -> true)));
  }

  private Optional<TaskShares> shares(long version) {
    return Optional.ofNullable(byVersion.get(version));
  }
}
