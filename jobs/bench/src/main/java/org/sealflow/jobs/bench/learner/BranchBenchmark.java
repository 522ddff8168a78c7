package org.sealflow.jobs.bench.learner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.Medians;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.Generator;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.script.EngineCheck;

/**
 * The cost of a branch: its samples begin with a prefix that the engine has to read once more,
 * where episodes that came there by themselves have it still in memory.
 */
public final class BranchBenchmark {
  private static final long SEED = 1;
  private static final long KEPT_TOKENS = 1L << 16;
  private static final double GOAL = 1.3;

  private final Settings settings;
  private final Consumer<String> progress;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /**
   * The settings of a measurement.
   *
   * @param shape the model, random
   * @param threads of the engine, at least 1
   * @param samples continuations of a branch, and episodes beside it, at least 1
   * @param prefix tokens before the branch, at least 2
   * @param sampled tokens of a continuation, at least 1
   * @param rounds how often branches and episodes take turns, at least 1, after one unmeasured
   */
  public record Settings(
      LearnerShape shape, int threads, int samples, int prefix, int sampled, int rounds) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is too small
     */
    public Settings {
      if (threads < 1 || samples < 1 || prefix < 2 || sampled < 1 || rounds < 1) {
        throw new IllegalArgumentException(
            "%d threads, %d samples, %d prefix tokens, %d sampled tokens, %d rounds"
                .formatted(threads, samples, prefix, sampled, rounds));
      }
    }
  }

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   */
  public BranchBenchmark(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs the benchmark in the calling thread. */
  public BenchResult run() throws IOException {
    Path directory = Files.createTempDirectory("sealflow-bench");
    try {
      LearnerModelFiles.write(
          directory, settings.shape().config(), settings.shape().precision(), SEED);
      ModelOptions options =
          ModelOptions.onCpu(settings.prefix() + settings.sampled() + 1)
              .withPrecision(settings.shape().precision());
      EngineCheck.useThreads(settings.threads());
      try (PolicyModel model = PolicyModel.frozen(directory, options);
          Generator generator = new Generator(model, Set.of(), KEPT_TOKENS)) {
        return measure(generator);
      }
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private BenchResult measure(Generator generator) {
    progress.accept("measuring " + settings.rounds() + " rounds after an unmeasured one");
    Medians branches = new Medians();
    Medians episodes = new Medians();
    Medians ratios = new Medians();
    for (int round = 0; round <= settings.rounds(); round++) {
      double branch = branch(generator);
      double episode = episodes(generator);
      if (round > 0) {
        branches.add(branch);
        episodes.add(episode);
        ratios.add(branch / episode);
      }
    }
    return result(branches, episodes, ratios);
  }

  /** Seconds that the samples of a branch take, whose prefix the engine does not know. */
  private double branch(Generator generator) {
    int[] prefix = context();
    int[][] prompts = new int[settings.samples()][];
    Arrays.fill(prompts, prefix);
    return seconds(generator, prompts);
  }

  /** Seconds that as many tokens take in episodes that have come as far by themselves. */
  private double episodes(Generator generator) {
    int[][] prompts = new int[settings.samples()][];
    Arrays.setAll(prompts, sample -> context());
    sample(generator, prompts, 1);
    return seconds(generator, prompts);
  }

  private int[] context() {
    int vocabulary = settings.shape().config().vocabularySize();
    return random.ints(settings.prefix(), 0, vocabulary).toArray();
  }

  private double seconds(Generator generator, int[][] prompts) {
    long start = System.nanoTime();
    sample(generator, prompts, settings.sampled());
    return (System.nanoTime() - start) / 1e9;
  }

  private void sample(Generator generator, int[][] prompts, int tokens) {
    List<GenerationRequest> requests = new ArrayList<>();
    for (int sample = 0; sample < prompts.length; sample++) {
      requests.add(
          new GenerationRequest(prompts[sample], new SamplingSettings(1, 1, 0, tokens, sample)));
    }
    long sampled =
        generator.generate(requests).stream().mapToLong(row -> row.tokens().length).sum();
    if (sampled != (long) prompts.length * tokens) {
      throw new IllegalStateException("sampled " + sampled + " tokens");
    }
  }

  private BenchResult result(Medians branches, Medians episodes, Medians ratios) {
    double tokens = (double) settings.samples() * settings.sampled();
    return new BenchResult(
        "branch",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "shape " + settings.shape().word(),
                List.of(
                    Figure.counted("threads", "threads", settings.threads()),
                    Figure.counted("samples", "samples of a branch", settings.samples()),
                    Figure.counted("prefixTokens", "tokens before it", settings.prefix()),
                    Figure.counted("sampledTokens", "tokens of a sample", settings.sampled()))),
            new BenchResult.Section(
                "a branch",
                List.of(
                    Figure.measured(
                        "branchTokensPerSecond",
                        "sampled tokens per second",
                        tokens / branches.median()))),
            new BenchResult.Section(
                "baseline: episodes that have come as far",
                List.of(
                    Figure.measured(
                        "episodeTokensPerSecond",
                        "sampled tokens per second",
                        tokens / episodes.median()),
                    Figure.measured(
                        "branchCost",
                        "time of a branch as a multiple",
                        ratios.median(),
                        Goal.atMost(GOAL))))),
        List.of(
            "A branch: samples of one prefix that the engine has not read. The baseline: as many"
                + " episodes, each with a prefix of its own that is known from its last answer.",
            "Branch and episodes take turns, medians over "
                + settings.rounds()
                + " rounds after an unmeasured one. Repeating the recorded calls is not in it: see"
                + " bench verify for calls per second."));
  }
}
