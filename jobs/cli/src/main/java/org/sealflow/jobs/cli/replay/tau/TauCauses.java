package org.sealflow.jobs.cli.replay.tau;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sealflow.tau.diagnose.EarlyEnd;
import org.sealflow.tau.diagnose.Responsible;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;

/** Counts why episodes of tau2-bench failed. */
final class TauCauses {
  /** A premature end, in the column of kinds. */
  static final String END = "ENDED";

  /** Assertions that the run's judge found not met. */
  static final String ASSERTIONS = "ASSERTIONS";

  /** The reference's own actions do not pass either, so they explain nothing. */
  static final String REFERENCE = "REFERENCE";

  /**
   * Failures of one kind.
   *
   * @param kind a failure, {@link #END}, {@link #ASSERTIONS} or {@link #REFERENCE}
   * @param tool the tool, the reason of the end, or empty
   * @param arguments those that differ, by comma; empty if none
   */
  record Cause(String kind, String tool, String arguments, Responsible by) {}

  /** How often a cause was found. */
  static final class Count {
    private final String example;
    private long failures;
    private long roots;

    private Count(String example) {
      this.example = example;
    }

    long failures() {
      return failures;
    }

    /** Episodes of which it is the root cause. */
    long roots() {
      return roots;
    }

    /** The first one found. */
    String example() {
      return example;
    }
  }

  private final Map<Cause, Count> causes = new HashMap<>();
  private final Map<Responsible, Long> roots = new EnumMap<>(Responsible.class);
  private final Map<Integer, Long> edits = new TreeMap<>();
  private long episodes;
  private long proven;

  void add(String id, TauDiagnosis diagnosis) {
    episodes++;
    proven += diagnosis.proven() ? 1 : 0;
    if (diagnosis.proven() && diagnosis.end() == null && !diagnosis.failures().isEmpty()) {
      edits.merge(diagnosis.failures().size(), 1L, Long::sum);
    }
    boolean root = true;
    for (TauFailure failure : diagnosis.failures()) {
      add(cause(failure), id + " " + TauFailureLine.of(failure), root);
      root = false;
    }
    EarlyEnd end = diagnosis.end();
    if (end != null) {
      add(new Cause(END, end.reason(), "", end.by()), id, root);
    } else if (root) {
      String kind = diagnosis.proven() ? ASSERTIONS : REFERENCE;
      add(new Cause(kind, "", "", Responsible.UNDETERMINED), id, true);
    }
  }

  private static Cause cause(TauFailure failure) {
    return new Cause(
        failure.kind().name(),
        failure.tool() == null ? "" : failure.tool(),
        failure.arguments().stream()
            .map(TauFailure.Argument::name)
            .collect(Collectors.joining(",")),
        failure.by());
  }

  private void add(Cause cause, String example, boolean root) {
    Count count = causes.computeIfAbsent(cause, found -> new Count(example));
    count.failures++;
    if (root) {
      count.roots++;
      roots.merge(cause.by(), 1L, Long::sum);
    }
  }

  /** Failed episodes that have a diagnosis. */
  long episodes() {
    return episodes;
  }

  /** Those that pass once exactly the failures found are mended. */
  long proven() {
    return proven;
  }

  /** Episodes that ended as they should, by how many edits mend them. */
  Map<Integer, Long> edits() {
    return edits;
  }

  /** Episodes by the party whose doing the root cause is. */
  long roots(Responsible party) {
    return roots.getOrDefault(party, 0L);
  }

  /** The causes, the most frequent root causes first. */
  List<Map.Entry<Cause, Count>> causes() {
    return causes.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<Cause, Count>>comparingLong(entry -> -entry.getValue().roots)
                .thenComparingLong(entry -> -entry.getValue().failures)
                .thenComparing(entry -> entry.getKey().toString()))
        .toList();
  }
}
