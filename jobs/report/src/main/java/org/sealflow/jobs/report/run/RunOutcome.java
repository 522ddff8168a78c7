package org.sealflow.jobs.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.jobs.run.Successes;

/**
 * The result of training on fixed tasks: start and chosen version, each task played once by both.
 *
 * @param start the start; empty if it was not measured
 * @param chosen the chosen version; empty if it was not measured or is the start
 */
public record RunOutcome(Optional<EvaluationLine> start, Optional<EvaluationLine> chosen) {
  /** How the outcome of a task changed. */
  enum Change {
    /** Only the chosen version succeeds. */
    GAINED,
    /** Only the start succeeds. */
    LOST,
    /** Both succeed. */
    BOTH,
    /** Neither succeeds. */
    NEITHER
  }

  /** Of the measurements of a split: version 0, and the last one of another version. */
  static RunOutcome of(List<EvaluationLine> lines) {
    return new RunOutcome(
        lines.stream().filter(line -> line.version() == 0).findFirst(),
        lines.stream().filter(line -> line.version() != 0).reduce((first, last) -> last));
  }

  /** The measurements there are, the start first. */
  public List<EvaluationLine> lines() {
    return Stream.of(start, chosen).flatMap(Optional::stream).toList();
  }

  /** The chosen version, or the start where no other one was chosen. */
  public Optional<EvaluationLine> last() {
    return chosen.or(() -> start);
  }

  /** The categories of either, sorted. */
  List<String> categories() {
    TreeSet<String> names = new TreeSet<>();
    lines().forEach(line -> names.addAll(line.categories().keySet()));
    return List.copyOf(names);
  }

  /** How much more often the chosen version succeeds, over all tasks both have played. */
  public Optional<PairedDifference> difference() {
    return difference(task -> true);
  }

  /** The same within a category. */
  public Optional<PairedDifference> difference(String category) {
    List<String> names = categories();
    return difference(task -> category(task, names).equals(category));
  }

  private Optional<PairedDifference> difference(Predicate<String> wanted) {
    return start.flatMap(first -> chosen.map(second -> difference(first, second, wanted)));
  }

  /** How much more often one measurement of tasks succeeds than another one. */
  public static PairedDifference difference(
      EvaluationLine first, EvaluationLine second, Predicate<String> wanted) {
    Map<String, Boolean> kept = new TreeMap<>(first.successes());
    kept.keySet().removeIf(wanted.negate());
    return PairedDifference.of(kept, second.successes());
  }

  /** How each task changed that both have played, by its id. */
  Map<String, Change> changes() {
    Map<String, Change> changes = new TreeMap<>();
    if (start.isPresent() && chosen.isPresent()) {
      Map<String, Boolean> after = chosen.get().successes();
      start
          .get()
          .successes()
          .forEach(
              (task, before) -> {
                Boolean now = after.get(task);
                if (now != null) {
                  changes.put(task, change(before, now));
                }
              });
    }
    return changes;
  }

  private static Change change(boolean before, boolean now) {
    if (before) {
      return now ? Change.BOTH : Change.LOST;
    }
    return now ? Change.GAINED : Change.NEITHER;
  }

  /**
   * The category of a task: ids begin with its name. Names may begin with one another, so the
   * longest counts; empty if none fits.
   */
  public static String category(String task, List<String> categories) {
    return categories.stream()
        .filter(name -> task.startsWith(name + "_"))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  /** The successes of a category. */
  public static Successes successes(EvaluationLine line, String category) {
    return line.categories().getOrDefault(category, Successes.NONE);
  }
}
