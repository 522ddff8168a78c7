package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.BatchOutput;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.model.MemoryEstimate;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;

/**
 * Says how much memory the learner's steps and the rollouts of a run take, whether that fits, and
 * what to change if it does not. Sizes are in gigabytes of 10^9 bytes.
 */
final class MemoryPlan {
  private static final double GIGA = 1e9;
  private static final long GIBI = 1L << 30;

  /** Passes are advised in whole multiples of this many tokens. */
  private static final long STEP = 256;

  private static final String CPU = "cpu";

  private final TrainSettings settings;
  private final ModelConfig model;
  private final long heap;

  /**
   * Of the run with these settings, whose model has this form.
   *
   * @param heap bytes that the heap of the run's process may grow to
   */
  MemoryPlan(TrainSettings settings, ModelConfig model, long heap) {
    this.settings = settings;
    this.model = model;
    this.heap = heap;
  }

  /**
   * The lines.
   *
   * @param memory of the learner's device, bytes; empty if it is not known
   */
  List<String> lines(OptionalLong memory) {
    MemoryEstimate estimate = estimate(settings.policy().adapterRank());
    List<String> lines = new ArrayList<>();
    lines.add(step(estimate));
    lines.add(rollouts());
    if (evaluatesHere()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "evaluations take %s more while they play: they hold the weights once again",
              gigabytes(engine())));
    }
    if (usesCpu()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "broker and jobs take a heap of up to %s besides; SEALFLOW_JAVA_OPTIONS=-Xmx2g"
                  + " bounds it",
              gigabytes(heap)));
    }
    String device = settings.policy().device();
    lines.add(
        memory.isPresent()
            ? verdict(estimate, memory.getAsLong())
            : "how much memory "
                + device
                + " has is not known; give it with --device-memory, such as 80g");
    if (heapNeeded() > heap) {
      lines.add(heapLine());
    }
    return lines;
  }

  /**
   * Refuses a run whose learner's state the heap cannot hold.
   *
   * @throws UserError one line
   */
  void requireHeap() {
    if (snapshot() > heap) {
      throw new UserError(heapLine());
    }
  }

  /** Nothing is trained here where another trainer does it. */
  private long snapshot() {
    return isForeign() ? 0 : estimate(settings.policy().adapterRank()).snapshot();
  }

  private boolean isForeign() {
    return settings.run().products().trainingBatches() == BatchOutput.FOREIGN;
  }

  /** A state that is being written, the one before it, and what broker and jobs take. */
  private long heapNeeded() {
    return 2 * snapshot() + GIBI;
  }

  private String heapLine() {
    return String.format(
        Locale.ROOT,
        "the learner's state of %s is written from the heap, which may grow to %s: set"
            + " SEALFLOW_JAVA_OPTIONS=-Xmx%dg",
        gigabytes(snapshot()),
        gigabytes(heap),
        (heapNeeded() + GIBI - 1) / GIBI);
  }

  private MemoryEstimate estimate(int adapterRank) {
    return estimate(adapterRank, options(), hasReference());
  }

  private MemoryEstimate estimate(int adapterRank, ModelOptions options, boolean reference) {
    return new MemoryEstimate(model, options, adapterRank, reference);
  }

  private boolean hasReference() {
    return settings.learner().objective().klCoefficient() > 0;
  }

  private ModelOptions options() {
    TrainSettings.PolicyStart policy = settings.policy();
    return new ModelPolicyFactory(
            Path.of(policy.model()).toString(),
            policy.adapterRank(),
            settings.run().seed(),
            policy.contextLength(),
            policy.device(),
            policy.precision(),
            policy.activationBudgetBytes(),
            policy.packing())
        .options();
  }

  /** The longest pass there can be: a sequence that is longer than a pass goes alone. */
  private long passTokens() {
    return Math.max(settings.policy().passTokens(), settings.policy().contextLength());
  }

  private String step(MemoryEstimate estimate) {
    long tokens = passTokens();
    return String.format(
        Locale.ROOT,
        "a step of the learner takes %s: %s of weights, %s of what is trained, and %s for a pass of"
            + " %,d tokens%s",
        gigabytes(estimate.step(tokens)),
        gigabytes(estimate.base()),
        gigabytes(estimate.standing() - estimate.base()),
        gigabytes(estimate.pass(tokens)),
        tokens,
        estimate.recomputes(tokens) ? ", layers computed a second time" : "");
  }

  private static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, bytes < GIGA ? "%.2f GB" : "%.1f GB", bytes / GIGA);
  }

  private boolean isServed() {
    return settings.rollouts().areServed();
  }

  /** Evaluations play beside the rollouts, by an engine of their own. */
  private boolean evaluatesHere() {
    TrainSettings.EvaluationPlan plan = settings.evaluation();
    return !isServed() && (plan.tasks() > 0 || plan.test() > 0);
  }

  private boolean usesCpu() {
    return settings.policy().device().equals(CPU)
        || (!isServed() && settings.rollouts().embedded().device().equals(CPU));
  }

  /** Bytes that policies take which play on a device. */
  private long players(String device) {
    if (isServed() || !settings.rollouts().embedded().device().equals(device)) {
      return 0;
    }
    return evaluatesHere() ? 2 * engine() : engine();
  }

  private long engine() {
    return estimate(settings.policy().adapterRank()).engine(settings.rollouts().embedded().rows());
  }

  private String rollouts() {
    if (isServed()) {
      return "rollouts take "
          + gigabytes(estimate(settings.policy().adapterRank()).base())
          + " of weights at the server, besides its cache";
    }
    return String.format(
        Locale.ROOT,
        "rollouts take %s on %s: weights, and the cache of %,d rows of %,d tokens",
        gigabytes(engine()),
        settings.rollouts().embedded().device(),
        settings.rollouts().embedded().rows(),
        settings.policy().contextLength());
  }

  private String verdict(MemoryEstimate estimate, long memory) {
    String device = settings.policy().device();
    long others = players(device) + (device.equals(CPU) ? heap : 0);
    long left = memory - others;
    long longest = estimate.longestPass(left);
    String has =
        device
            + " has "
            + gigabytes(memory)
            + (others > 0 ? ", " + gigabytes(Math.max(0, left)) + " of it beside all that" : "");
    if (longest >= passTokens()) {
      long context = Math.min(longest, model.rotary().maximumPositions());
      return String.format(
          Locale.ROOT, "%s: it fits, and so would a context of %,d tokens", has, context);
    }
    return has + ": it does not fit; " + advice(estimate, left, longest);
  }

  private String advice(MemoryEstimate estimate, long left, long longest) {
    List<String> ways = new ArrayList<>();
    long rounded = longest / STEP * STEP;
    int context = settings.policy().contextLength();
    if (longest >= context) {
      ways.add("policy.passTokens=" + Math.max(rounded, context));
    } else if (rounded > 0) {
      ways.add("policy.contextLength=" + rounded + " and policy.passTokens=" + rounded);
    }
    int rank = settings.policy().adapterRank();
    ModelOptions options = options();
    boolean recomputes = estimate.recomputes(passTokens());
    if (!recomputes
        && fits(estimate(rank, options.withRecomputeLayers(true), hasReference()), left)) {
      ways.add("policy.activationBudget=0b");
    }
    if (options.precision() == Precision.FLOAT32
        && fits(estimate(rank, options.withPrecision(Precision.BFLOAT16), hasReference()), left)) {
      ways.add("policy.precision=bfloat16");
    }
    if (rank == 0 && hasReference() && fits(estimate(rank, options, false), left)) {
      ways.add("learner.objective.klCoefficient=0");
    }
    if (rank == 0 && fits(estimate(16, options, true), left)) {
      ways.add("policy.adapterRank=16");
    }
    ways.add(
        "run.trainingBatches=foreign with a trainer that shards (`sealflow export batches"
            + " --help`)");
    return "set " + String.join(", or ", ways);
  }

  private boolean fits(MemoryEstimate estimate, long left) {
    return estimate.step(passTokens()) <= left;
  }
}
