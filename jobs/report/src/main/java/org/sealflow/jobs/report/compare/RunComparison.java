package org.sealflow.jobs.report.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.sealflow.jobs.report.page.EmbeddedJson;
import org.sealflow.jobs.report.page.RunPage;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.RunOutcome;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.jobs.settings.UserError;

/**
 * Several training runs beside one another: a page for a browser, JSON for programs, tables for a
 * terminal. Differences are paired by test task: of a run against the first run, of an arm against
 * the arm named vanilla, or the first arm where none is.
 */
public final class RunComparison {
  private static final RunPage PAGE =
      new RunPage("run-comparison.html", "run-comparison.js", "run-comparison-page.js");

  private static final String VANILLA = "vanilla";

  private final List<RunHistory> runs;
  private final List<RunArm> arms;
  private final List<ArmContrast> contrasts;

  /**
   * Of these runs, the first of which the others are compared with, and each arm with vanilla.
   *
   * @throws UserError if there are fewer than two, or one is named twice
   */
  public RunComparison(List<RunHistory> runs) {
    this(runs, List.of());
  }

  /**
   * The same with contrasts between arms of one's own choice.
   *
   * @param contrasts names of arms, {@code ARM:OTHER}; each arm with vanilla if there are none
   * @throws UserError also where a contrast names no two arms
   */
  public RunComparison(List<RunHistory> runs, List<String> contrasts) {
    this.runs = List.copyOf(runs);
    this.arms = RunArm.of(runs);
    long different = runs.stream().map(run -> run.directory().path()).distinct().count();
    if (runs.size() < 2 || different < runs.size()) {
      throw new UserError(
          "found "
              + different
              + (different == 1 ? " run" : " different runs")
              + " of "
              + runs.size()
              + " named, expected two or more, each once; `sealflow report` shows a single one");
    }
    this.contrasts =
        contrasts.isEmpty()
            ? arms.stream()
                .filter(arm -> !isBaseline(arm))
                .map(arm -> new ArmContrast(arm, baseline()))
                .toList()
            : contrasts.stream().map(this::contrast).toList();
  }

  private ArmContrast contrast(String text) {
    String[] names = text.split(":", -1);
    List<RunArm> named = new ArrayList<>();
    for (String name : names) {
      arms.stream().filter(arm -> arm.name().equals(name)).findFirst().ifPresent(named::add);
    }
    if (names.length != 2 || named.size() != 2) {
      throw new UserError(
          "'"
              + text
              + "' contrasts no two arms, expected ARM:OTHER of "
              + String.join(", ", arms.stream().map(RunArm::name).toList()));
    }
    return new ArmContrast(named.get(0), named.get(1));
  }

  /** The contrasts that are tested over seeds, as one family. */
  List<ArmContrast> contrasts() {
    return contrasts;
  }

  List<RunHistory> runs() {
    return runs;
  }

  List<RunArm> arms() {
    return arms;
  }

  /** The names of all categories, sorted. */
  Set<String> categories() {
    Set<String> names = new TreeSet<>();
    arms.forEach(arm -> names.addAll(arm.categories()));
    return names;
  }

  /** The arm that the others are compared with. */
  RunArm baseline() {
    return arms.stream().filter(arm -> arm.name().equals(VANILLA)).findFirst().orElse(arms.get(0));
  }

  /** Whether it is the arm that the others are compared with. */
  boolean isBaseline(RunArm arm) {
    return arm.name().equals(baseline().name());
  }

  /** Whether the figures of arms say more than those of their runs. */
  boolean comparesArms() {
    return arms.size() < runs.size() || !isBaseline(arms.get(0));
  }

  /** Whether any run was measured on the test tasks in this way. */
  boolean isMeasured(TestPlay play) {
    return runs.stream().anyMatch(run -> !run.test(play).lines().isEmpty());
  }

  /** Whether it is the run that the others are compared with. */
  boolean isFirst(RunHistory run) {
    return run.directory().path().equals(runs.get(0).directory().path());
  }

  /** How much more often a run succeeds than the first one; empty if either has no test. */
  Optional<PairedDifference> difference(TestPlay play, RunHistory run) {
    return difference(play, run, task -> true);
  }

  /** The same within a category. */
  Optional<PairedDifference> difference(TestPlay play, RunHistory run, String category) {
    return difference(play, run, of(category));
  }

  /** Tells tasks of a category by their id. */
  Predicate<String> of(String category) {
    List<String> names = List.copyOf(categories());
    return task -> RunOutcome.category(task, names).equals(category);
  }

  private Optional<PairedDifference> difference(
      TestPlay play, RunHistory run, Predicate<String> wanted) {
    Optional<EvaluationLine> first = runs.get(0).test(play).last();
    return run.test(play)
        .last()
        .flatMap(last -> first.map(other -> RunOutcome.difference(other, last, wanted)))
        .filter(difference -> difference.tasks() > 0);
  }

  /**
   * The greedy differences of an arm's runs from the first run, which is not compared with itself.
   */
  RunSpread differences(RunArm arm) {
    return RunSpread.of(
        arm.runs().stream()
            .filter(run -> !isFirst(run))
            .flatMap(run -> difference(TestPlay.GREEDY, run).stream())
            .map(PairedDifference::difference)
            .toList());
  }

  /** Settings in which runs differ, but for where they are written: values by key, run by run. */
  Map<String, List<String>> differingSettings() {
    Set<String> keys = new TreeSet<>();
    runs.forEach(run -> keys.addAll(run.settings().values().keySet()));
    keys.removeAll(Set.of("run.name", "run.directory"));
    Map<String, List<String>> differing = new TreeMap<>();
    for (String key : keys) {
      List<String> values = new ArrayList<>();
      runs.forEach(run -> values.add(run.settings().value(key, "")));
      if (values.stream().anyMatch(value -> !Objects.equals(value, values.get(0)))) {
        differing.put(key, values);
      }
    }
    return differing;
  }

  /**
   * Writes the page, in place of an older one.
   *
   * @param directory made where it does not exist
   * @return the page's path
   * @throws UserError if the directory cannot be written to
   */
  public Path write(Path directory) {
    ObjectNode node = RunComparisonJson.node(this);
    return PAGE.write(
        directory, Map.of("comparison", to -> to.append(new EmbeddedJson().write(node))));
  }

  /** The comparison as indented JSON that ends with a line break. */
  public String json() {
    return RunComparisonJson.node(this).toPrettyString() + "\n";
  }

  /** The comparison as tables for a terminal. */
  public String text() {
    return RunComparisonTexts.of(this);
  }
}
