package org.sealflow.jobs.cli.train;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.cli.topic.EvolutionLines;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.LoopTiming;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.jobs.run.Successes;
import org.sealflow.jobs.train.RunStatus;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.statistics.Interval;

/** How a training run stands, as lines. Pure functions of its status. */
final class TrainLines {
  /** Batches that success, tags and staleness are shown over. */
  private static final int RECENT = 8;

  private static final int MOST_PATCHES = 6;

  private final Colours colours;

  TrainLines(Colours colours) {
    this.colours = colours;
  }

  /** Everything, a block of lines. */
  List<String> block(RunStatus status) {
    List<BatchLine> recent = last(status.done().batches(), RECENT);
    List<String> lines = new ArrayList<>();
    lines.add(head(status));
    lines.add("train     " + successes(categories(recent)));
    List<EvaluationLine> validations =
        status.done().evaluations().stream()
            .filter(line -> line.split().equals(EvaluationLine.VALIDATION))
            .toList();
    if (!validations.isEmpty()) {
      EvaluationLine last = validations.get(validations.size() - 1);
      lines.add("validated v" + last.version() + " " + successes(last.categories()));
    }
    lines.add("tags      " + shares(sum(recent, BatchLine::tags)));
    if (!status.done().steps().isEmpty()) {
      TrainingStep step = status.done().steps().get(status.done().steps().size() - 1);
      lines.add("learner   " + learner(step));
      rate(status).ifPresent(text -> lines.add("rate      " + text));
      if (!step.getTagWeights().isEmpty()) {
        lines.add("weights   " + weights(step.getTagWeights()));
      }
    }
    lines.add("staleness " + shares(sum(recent, BatchLine::staleness)));
    lines.add("waiting   " + timing(status));
    lines.addAll(patches(status.activePatches()));
    last(status.synthesis(), 1).forEach(lines::add);
    lines.add(status.ledger().line());
    return lines;
  }

  private String head(RunStatus status) {
    return colours.name(status.runId())
        + "  version "
        + Math.max(0, status.version())
        + goal(status)
        + ", "
        + Shown.count(status.done().batches().size(), "batch").replace("batchs", "batches")
        + " played"
        + status.evaluating().map(what -> ", evaluating " + what).orElse("");
  }

  /** How the run stands, in a line. */
  String now(RunStatus status) {
    Ledger ledger = status.ledger();
    return head(status)
        + String.format(
            Locale.ROOT,
            "; %,d episodes begun, %,d of them under way",
            ledger.started(),
            ledger.inFlight());
  }

  private static String goal(RunStatus status) {
    return status.goal().tokens() == 0
        ? " of " + status.goal().batches()
        : String.format(
            Locale.ROOT, ", %,d of %,d tokens", status.sampledTokens(), status.goal().tokens());
  }

  /** A line about a new version; if the learning rate was lowered with it, the line says why. */
  String version(TrainingStep step, RunStatus status) {
    List<BatchLine> batch =
        status.done().batches().stream()
            .filter(each -> each.batch() == step.getBatchNumber())
            .toList();
    RateLowering lowering = step.getRateLowering();
    boolean lowered =
        lowering != null && firstStep(lowering, status).getVersion() == step.getVersion();
    return colours.name("version " + step.getVersion())
        + "  train "
        + successes(categories(batch))
        + "; "
        + learner(step)
        + (lowering == null || !lowered ? "" : "; " + lowered(lowering));
  }

  /** Since when the learning rate is what it is, and why; empty if no guard has lowered it. */
  private static Optional<String> rate(RunStatus status) {
    RateLowering lowering =
        status.done().steps().get(status.done().steps().size() - 1).getRateLowering();
    return lowering == null
        ? Optional.empty()
        : Optional.of(
            lowered(lowering)
                + " (since version "
                + firstStep(lowering, status).getVersion()
                + ")");
  }

  private static TrainingStep firstStep(RateLowering lowering, RunStatus status) {
    return status.done().steps().stream()
        .filter(step -> Objects.equals(lowering, step.getRateLowering()))
        .findFirst()
        .orElseThrow();
  }

  private static String lowered(RateLowering lowering) {
    return String.format(
        Locale.ROOT,
        "learning rate lowered to %.3g of the settings': %s",
        lowering.getFactor(),
        Shown.text(lowering.getReason()));
  }

  /** A line with the result of an evaluation. */
  String evaluation(EvaluationLine line) {
    return colours.name(line.split() + " v" + line.version())
        + "  "
        + successes(line.categories())
        + String.format(Locale.ROOT, " (%.0f s)", line.seconds());
  }

  /** The result of the run: start and chosen version on the test tasks, greedy and sampled. */
  List<String> summary(RunStatus status) {
    List<String> lines = new ArrayList<>(summary(status, EvaluationLine.TEST, ""));
    lines.addAll(summary(status, EvaluationLine.TEST_SAMPLED, ", sampled"));
    return lines;
  }

  private List<String> summary(RunStatus status, String split, String how) {
    List<EvaluationLine> tests =
        status.done().evaluations().stream().filter(line -> line.split().equals(split)).toList();
    List<String> lines = new ArrayList<>();
    tests.forEach(line -> lines.add(evaluation(line)));
    if (tests.size() > 1) {
      EvaluationLine start = tests.get(0);
      EvaluationLine chosen = tests.get(tests.size() - 1);
      PairedDifference difference = PairedDifference.of(start.successes(), chosen.successes());
      lines.add(
          String.format(
              Locale.ROOT,
              "version %d against the start on %d test tasks%s: %+.1f points [%+.1f, %+.1f]"
                  + " (%d gained, %d lost)",
              chosen.version(),
              difference.tasks(),
              how,
              100 * difference.difference(),
              100 * difference.low(),
              100 * difference.high(),
              difference.gained(),
              difference.lost()));
    }
    return lines;
  }

  private static String successes(Map<String, Successes> categories) {
    Map<String, Successes> shown = new TreeMap<>();
    categories.forEach((name, each) -> shown.put(name.replace("multi_turn_", ""), each));
    Successes all = categories.values().stream().reduce(Successes.NONE, Successes::plus);
    return "all "
        + success(all)
        + shown.entrySet().stream()
            .map(entry -> ", " + Shown.text(entry.getKey()) + " " + success(entry.getValue()))
            .collect(Collectors.joining());
  }

  private static String success(Successes successes) {
    if (successes.counted() == 0) {
      return "–";
    }
    Interval interval = successes.interval();
    return String.format(
        Locale.ROOT,
        "%.0f %% [%.0f, %.0f]",
        100 * successes.rate(),
        100 * interval.low(),
        100 * interval.high());
  }

  private static String learner(TrainingStep step) {
    long used =
        step.getGroups().stream().filter(group -> group.getOutcome() == GroupOutcome.USED).count();
    String groups = used + "/" + step.getGroups().size() + " groups used";
    if (step.getRefusal() != null) {
      return groups + ", refused: " + Shown.text(step.getRefusal());
    }
    if (!step.getApplied()) {
      return groups + ", no update made here";
    }
    return groups
        + measure(step, "loss", ", loss %.4f")
        + measure(step, "kl", ", KL %.4f")
        + measure(step, "gradientNorm", ", gradient %.3f")
        + measure(step, "tokensPerSecond", ", %,.0f tokens/s");
  }

  private static String measure(TrainingStep step, String name, String format) {
    Double value = step.getMetrics().get(name);
    return value == null ? "" : String.format(Locale.ROOT, format, value);
  }

  private static String weights(Map<String, Double> weights) {
    return new TreeMap<>(weights)
        .entrySet().stream()
            .map(
                entry ->
                    label(entry.getKey()) + String.format(Locale.ROOT, " %.2f", entry.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String timing(RunStatus status) {
    LoopTiming timing = LoopTiming.of(status.done().batches(), status.done().steps());
    return String.format(
        Locale.ROOT,
        "rollouts %.0f %%, learner %.0f %% of %.0f s",
        100 * timing.rolloutsWait(),
        100 * timing.learnerWaits(),
        timing.seconds());
  }

  private static List<String> patches(List<EnvironmentPatch> patches) {
    List<String> lines = new ArrayList<>();
    lines.add("patches   " + (patches.isEmpty() ? "none shown" : patches.size() + " shown"));
    patches.stream()
        .sorted(
            Comparator.comparingLong(
                    (EnvironmentPatch patch) -> patch.getUplift().getPatchedCount())
                .reversed())
        .limit(MOST_PATCHES)
        .forEach(
            patch ->
                lines.add(
                    "          "
                        + patch.getLayer()
                        + " "
                        + Shown.text(patch.getCategory())
                        + (patch.getTool() == null ? "" : " " + Shown.text(patch.getTool()))
                        + ", uplift "
                        + EvolutionLines.interval(patch.getUplift())));
    return lines;
  }

  private static Map<String, Integer> sum(
      List<BatchLine> batches, java.util.function.Function<BatchLine, Map<String, Integer>> part) {
    Map<String, Integer> sum = new TreeMap<>();
    batches.forEach(
        batch -> part.apply(batch).forEach((name, count) -> sum.merge(name, count, Integer::sum)));
    return sum;
  }

  private static Map<String, Successes> categories(List<BatchLine> batches) {
    Map<String, Successes> sum = new TreeMap<>();
    batches.forEach(
        batch ->
            batch.categories().forEach((name, each) -> sum.merge(name, each, Successes::plus)));
    return sum;
  }

  private static String shares(Map<String, Integer> counts) {
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    return all == 0
        ? "–"
        : counts.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .map(
                entry ->
                    label(entry.getKey())
                        + String.format(Locale.ROOT, " %.0f %%", 100.0 * entry.getValue() / all))
            .collect(Collectors.joining(", "));
  }

  private static String label(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static <T> List<T> last(List<T> list, int count) {
    return list.subList(Math.max(0, list.size() - count), list.size());
  }
}
