package org.sealflow.jobs.report.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentChange;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Verdict;

/**
 * Counts how small a change would have made failed episodes pass: by the number of edits, and by
 * what the edits do to which tool and argument. A replacement counts once per argument it changes.
 */
final class RepairCount {
  private static final int MOST_CHANGES = 2_000;

  /**
   * The kind of an edit, and the tool and argument it changes.
   *
   * @param kind name of the kind of edit
   * @param argument empty if the whole call is dropped or inserted
   */
  record Change(String kind, String tool, String argument) {}

  /**
   * A change and how often repairs make it.
   *
   * @param example the first episode with it
   */
  record Ranked(Change change, long edits, String example) {}

  private static final class Uses {
    private long edits;
    private @Nullable String example;
  }

  private final EnumCount<RepairOutcome> outcomes = new EnumCount<>(RepairOutcome.class);
  private final Map<Integer, Long> sizes = new TreeMap<>();
  private final BoundedCounters<Change, Uses> changes =
      new BoundedCounters<>(
          MOST_CHANGES, new Change(BoundedCounters.OTHER, BoundedCounters.OTHER, ""), Uses::new);
  private long notSearched;
  private long executions;

  void add(EpisodeDiagnosis episode) {
    if (episode.getVerdict() != Verdict.POLICY_FAILED) {
      return;
    }
    Repair repair = episode.getRepair();
    if (repair == null) {
      notSearched++;
      return;
    }
    outcomes.increment(repair.getOutcome());
    executions += repair.getExecutions();
    if (repair.getOutcome() == RepairOutcome.FOUND) {
      sizes.merge(repair.getEdits().size(), 1L, Long::sum);
      repair.getEdits().forEach(edit -> add(edit, id(episode)));
    }
  }

  private void add(CallEdit edit, String example) {
    String tool = edit.getTool() == null ? "" : BoundedCounters.name(edit.getTool());
    if (edit.getKind() != EditKind.REPLACE) {
      add(new Change(edit.getKind().name(), tool, ""), example);
    }
    for (ArgumentChange argument : edit.getArguments()) {
      String name = BoundedCounters.name(argument.getArgument());
      add(new Change(edit.getKind().name(), tool, name), example);
    }
  }

  private void add(Change change, String example) {
    Uses uses = changes.of(change);
    uses.edits++;
    if (uses.example == null) {
      uses.example = example;
    }
  }

  private static String id(EpisodeDiagnosis episode) {
    RecordedSource source = episode.getSource();
    return BoundedCounters.name(source == null ? episode.getTaskId() : source.getRecordId());
  }

  /** Failed episodes whose repair was searched for. */
  long searched() {
    return outcomes.total();
  }

  /** Failed episodes whose repair was not. */
  long notSearched() {
    return notSearched;
  }

  /** Episodes whose search came to this. */
  long outcome(RepairOutcome outcome) {
    return outcomes.of(outcome);
  }

  /** Number of edits → episodes with a repair of so many. */
  Map<Integer, Long> sizes() {
    return sizes;
  }

  /** Executions of all searches. */
  long executions() {
    return executions;
  }

  /** The changes that repairs make most often, most first. */
  List<Ranked> mostFrequent(int most) {
    return changes.all().entrySet().stream()
        .map(
            entry -> {
              String example = entry.getValue().example;
              return new Ranked(
                  entry.getKey(), entry.getValue().edits, example == null ? "" : example);
            })
        .sorted(
            Comparator.comparingLong((Ranked each) -> -each.edits())
                .thenComparing(each -> each.change().tool())
                .thenComparing(each -> each.change().argument())
                .thenComparing(each -> each.change().kind()))
        .limit(most)
        .toList();
  }
}
