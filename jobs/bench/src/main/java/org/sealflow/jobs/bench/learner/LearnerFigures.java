package org.sealflow.jobs.bench.learner;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Durations;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.model.MemoryEstimate;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.config.Precision;

/** The figures of the learner's benchmark. */
final class LearnerFigures {
  private static final double MEBIBYTE = 1 << 20;

  /** The goals are stated for this many threads and the shape {@link LearnerShape#SMALL}. */
  private static final int GOAL_THREADS = 2;

  private static final Goal TRAINING_GOAL = Goal.atLeast(1.5);
  private static final Goal GENERATION_GOAL = Goal.atLeast(1.4);
  private static final double MEDIAN = 0.5;
  private static final double MOST = 0.99;

  private static final Goal GROWTH_GOAL = Goal.atMost(1.1);

  private final LearnerBenchmark.Settings settings;
  private final List<BenchResult.Section> sections = new ArrayList<>();

  LearnerFigures(LearnerBenchmark.Settings settings) {
    this.settings = settings;
    LearnerShape shape = settings.shape();
    section(
        "shape " + shape.word(),
        Figure.counted("weights", "weights", LearnerModelFiles.parameters(shape.config())),
        Figure.counted("weightBytes", "bytes of a weight", shape.weightBytes()),
        Figure.measured("neededMebibytes", "memory needed, MiB", shape.neededBytes() / MEBIBYTE),
        Figure.counted("adapterRank", "rank of adapters, 0 for none", shape.adapterRank()),
        Figure.counted("rows", "rows of a batch", shape.rows()),
        Figure.counted("rowTokens", "tokens of a row", shape.tokens()),
        Figure.counted("prompts", "prompts continued together", shape.prompts()),
        Figure.counted("promptTokens", "tokens of a prompt, as many sampled", shape.promptTokens()),
        Figure.counted("threads", "threads", settings.threads()));
    arithmetic(shape);
  }

  /** The memory that arithmetic predicts for the learner's own route. */
  private void arithmetic(LearnerShape shape) {
    int context = 2 * shape.promptTokens();
    MemoryEstimate estimate =
        new MemoryEstimate(
            shape.config(),
            ModelOptions.onCpu(context).withPrecision(shape.precision()),
            shape.adapterRank(),
            true);
    long tokens = (long) shape.rows() * shape.tokens();
    section(
        "memory by arithmetic",
        mebibytes("baseMebibytes", "weights computed with, MiB", estimate.base()),
        mebibytes(
            "trainedMebibytes",
            "what is trained and the reference, MiB",
            estimate.standing() - estimate.base()),
        mebibytes("passMebibytes", "activations of a pass, MiB", estimate.pass(tokens)),
        mebibytes(
            "cacheMebibytes",
            "cache of all prompts, MiB",
            estimate.engine(shape.prompts()) - estimate.base()),
        mebibytes("stepMebibytes", "a training step, MiB", estimate.step(tokens)));
  }

  private static Figure mebibytes(String key, String label, long bytes) {
    return Figure.measured(key, label, bytes / MEBIBYTE);
  }

  private void section(String title, Figure... figures) {
    sections.add(new BenchResult.Section(title, List.of(figures)));
  }

  /** Adds what many steps did to memory. */
  void memory(LearnerSteps.StepRange range, LearnerSteps steps) {
    section(
        "resident memory over training steps of random lengths",
        Figure.counted("memoryFromSteps", "from steps", range.from()),
        Figure.counted("memoryToSteps", "to steps", range.to()),
        Figure.measured(
            "firstResidentMebibytes", "MiB at the first", steps.firstBytes() / MEBIBYTE),
        Figure.measured("lastResidentMebibytes", "MiB at the last", steps.lastBytes() / MEBIBYTE),
        Figure.measured(
            "residentGrowth", "last as a multiple of the first", steps.growth(), GROWTH_GOAL));
  }

  /** Adds what packing gains. */
  void packing(LearnerPacking packing) {
    section(
        "training on rows of different length",
        Figure.measured("padding", "padding, a share of all tokens", packing.padding()),
        Figure.measured("paddedTokensPerSecond", "tokens/s, padded", packing.padded().median()),
        Figure.measured("packedTokensPerSecond", "tokens/s, packed", packing.packed().median()),
        Figure.measured("packingSpeedUp", "packed over padded", packing.speedUp().median()));
  }

  /** Adds what checkpoints cost during steps. */
  void barriers(LearnerBarriers barriers) {
    double step = barriers.steps().median();
    Durations synchronous = barriers.synchronous();
    Durations acknowledged = barriers.acknowledged();
    section(
        "checkpoints of the operator during a step",
        Figure.counted("barrierSteps", "steps", barriers.steps().count()),
        Figure.counted("barrierStepGroups", "groups of a step", barriers.groups()),
        Figure.measured("barrierStepSeconds", "length of a step, s", step),
        Figure.counted("barrierCheckpoints", "checkpoints", acknowledged.count()),
        millis("barrierSyncMedianMillis", "synchronous part, ms, median", synchronous, MEDIAN),
        millis("barrierSyncP99Millis", "synchronous part, ms, 99 %", synchronous, MOST),
        millis("barrierSyncMaxMillis", "synchronous part, ms, longest", synchronous, 1),
        millis("barrierAckMedianMillis", "trigger to ack, ms, median", acknowledged, MEDIAN),
        millis("barrierAckP99Millis", "trigger to ack, ms, 99 %", acknowledged, MOST),
        millis("barrierAckMaxMillis", "trigger to ack, ms, longest", acknowledged, 1),
        Figure.measured(
            "barrierAckMaxShare",
            "longest as a share of a step",
            acknowledged.millis(1) / (1e3 * step)));
  }

  private static Figure millis(String key, String label, Durations durations, double share) {
    return Figure.measured(key, label, durations.millis(share));
  }

  /** Everything, with what was measured of the routes, the learner's own first. */
  BenchResult result(List<LearnerRunner> runners) {
    for (LearnerRunner runner : runners) {
      List<Figure> figures = new ArrayList<>(runner.rates().figures(runner.prefix()));
      figures.add(
          Figure.measured(
              LearnerRates.key(runner.prefix(), "peakMebibytes"),
              "most memory taken, MiB",
              runner.peakBytes() / MEBIBYTE));
      sections.add(new BenchResult.Section(runner.name(), figures));
    }
    LearnerRunner own = runners.get(0);
    for (LearnerRunner other : runners.subList(1, runners.size())) {
      section(
          "speed-up over " + other.name(),
          over(own, other, LearnerWork.FORWARD, null),
          over(own, other, LearnerWork.TRAINING, TRAINING_GOAL),
          over(own, other, LearnerWork.GENERATION, GENERATION_GOAL));
    }
    return new BenchResult("learner", Machine.here(), sections, method());
  }

  private Figure over(
      LearnerRunner own, LearnerRunner other, LearnerWork work, @Nullable Goal goal) {
    boolean held =
        other.prefix().equals(LearnerRunners.PLAIN)
            && settings.shape() == LearnerShape.SMALL
            && settings.threads() == GOAL_THREADS;
    return new Figure(
        LearnerRates.key(other.prefix(), work.word() + "SpeedUp"),
        work.word(),
        own.rates().over(other.rates(), work),
        held ? goal : null);
  }

  private List<String> method() {
    List<String> method = new ArrayList<>();
    method.add(
        "Rates are medians of "
            + settings.rounds()
            + " rounds after warm-up in which the routes take turns; speed-ups are medians of the"
            + " rounds' quotients.");
    method.add(
        "All routes have the same weights, rows and prompts, and were seen to give the same"
            + " log-probabilities; training is a pass forth and back, clipping and AdamW.");
    if (settings.shape().precision() != Precision.FLOAT32) {
      method.add(
          "The shape is measured with few tokens, and by the learner's own route alone: a step"
              + " takes long, and the others compute in single precision.");
    }
    if (settings.barrierSteps() > 0) {
      method.add(
          "Checkpoints are those that were triggered while a step was under way, in a job of the"
              + " learner's operator alone, to local files; times are Flink's own, in whole"
              + " milliseconds.");
    }
    method.add(
        "Memory is what opening a route and using it added to the most that was resident; PyTorch's"
            + " is that of its whole process.");
    return method;
  }
}
