package org.sealflow.jobs.bench.learner;

import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.Medians;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.GenerationBatch;
import org.sealflow.model.GenerationModel;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.GenerationWeights;
import org.sealflow.model.MemoryEstimate;
import org.sealflow.model.ModelDirectory;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;
import org.sealflow.model.sampling.SamplingSettings;

/**
 * Measures how fast the inference engine reads prompts and samples answers, and the memory it
 * takes, beside what arithmetic predicts. Nothing is trained; the model is random or one of a
 * directory.
 */
public final class GenerationBenchmark {
  private static final long SEED = 1;
  private static final double MEBIBYTE = 1 << 20;

  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * The measurements to make.
   *
   * @param shape of the random model
   * @param model directory of a model in its place; null for none
   * @param precision type that weights are computed in; null for that of the shape
   * @param device {@code cpu}, {@code gpu0}, …
   * @param load the work
   * @param threads of the engine on the CPU, at least 1
   * @param measure time of a round; each does the work at least once
   * @param rounds from 1
   */
  public record Settings(
      LearnerShape shape,
      @Nullable Path model,
      @Nullable Precision precision,
      String device,
      Load load,
      int threads,
      Duration measure,
      int rounds) {
    public Settings {
      if (threads < 1 || rounds < 1) {
        throw new IllegalArgumentException(threads + " threads, " + rounds + " rounds");
      }
    }

    private Precision usedPrecision() {
      return precision == null ? shape.precision() : precision;
    }
  }

  /**
   * The work: prompts that are continued together.
   *
   * @param prompts how many, from 1
   * @param promptTokens tokens of each, from 2
   * @param newTokens tokens sampled of each, from 1
   */
  public record Load(int prompts, int promptTokens, int newTokens) {
    public Load {
      if (prompts < 1 || promptTokens < 2 || newTokens < 1) {
        throw new IllegalArgumentException(
            prompts + " prompts of " + promptTokens + " tokens, " + newTokens + " sampled");
      }
    }

    int context() {
      return promptTokens + newTokens;
    }

    /** The last token of a prompt is read with the first that is sampled. */
    private long read() {
      return (long) prompts * (promptTokens - 1);
    }

    private long sampled() {
      return (long) prompts * newTokens;
    }
  }

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   */
  public GenerationBenchmark(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs the benchmark in the calling thread.
   *
   * @throws UserError if the memory is too small
   */
  public BenchResult run() throws IOException {
    Path given = settings.model();
    if (given != null) {
      return run(given, String.valueOf(given.getFileName()));
    }
    try (RandomModel random =
        RandomModel.write(settings.shape().config(), settings.usedPrecision(), SEED, progress)) {
      return run(random.directory(), settings.shape().word());
    }
  }

  private BenchResult run(Path directory, String name) throws IOException {
    ModelConfig config;
    try (ModelDirectory opened = ModelDirectory.open(directory)) {
      config = opened.config();
    }
    ModelOptions options =
        ModelOptions.onCpu(settings.load().context())
            .withDevice(settings.device())
            .withPrecision(settings.usedPrecision());
    MemoryEstimate estimate = new MemoryEstimate(config, options, 1, false);
    requireRoom(estimate);
    LearnerMemory.forgetPeak();
    long before = LearnerMemory.resident();
    progress.accept("opening " + name);
    try (GenerationModel model = GenerationModel.open(directory, options);
        GenerationWeights weights = model.weights()) {
      JniUtils.setNumThreads(settings.threads());
      List<GenerationRequest> requests = requests(config.vocabularySize());
      Rates rates = new Rates();
      progress.accept("warming up");
      measure(weights, requests, Duration.ZERO, new Rates());
      for (int round = 0; round < settings.rounds(); round++) {
        progress.accept("round " + (round + 1) + " of " + settings.rounds());
        measure(weights, requests, settings.measure(), rates);
      }
      return result(name, estimate, rates, LearnerMemory.peakAbove(before));
    }
  }

  private void requireRoom(MemoryEstimate estimate) {
    long needed = estimate.engine(settings.load().prompts());
    long available = LearnerMemory.available();
    if (settings.device().equals("cpu") && available > 0 && available < needed) {
      throw new UserError(
          "the model and its cache take about "
              + (needed >> 20)
              + " MiB, of which "
              + (available >> 20)
              + " are free; choose a smaller --shape, or fewer --prompts");
    }
  }

  private List<GenerationRequest> requests(int vocabulary) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<GenerationRequest> requests = new ArrayList<>();
    for (int prompt = 0; prompt < settings.load().prompts(); prompt++) {
      requests.add(
          new GenerationRequest(
              random.ints(settings.load().promptTokens(), 0, vocabulary).toArray(),
              new SamplingSettings(1, 1, 0, settings.load().newTokens(), prompt)));
    }
    return requests;
  }

  /** Tokens per second, round by round. */
  private record Rates(Medians reading, Medians sampling) {
    Rates() {
      this(new Medians(), new Medians());
    }
  }

  private void measure(
      GenerationWeights weights, List<GenerationRequest> requests, Duration measure, Rates rates) {
    long reading = 0;
    long sampling = 0;
    long units = 0;
    do {
      try (GenerationBatch batch = new GenerationBatch(weights, 0)) {
        long begun = System.nanoTime();
        batch.add(requests);
        long read = System.nanoTime();
        while (batch.size() > 0) {
          batch.step();
        }
        sampling += System.nanoTime() - read;
        reading += read - begun;
        units++;
      }
    } while (reading + sampling < measure.toNanos());
    rates.reading().add(1e9 * units * settings.load().read() / reading);
    rates.sampling().add(1e9 * units * settings.load().sampled() / sampling);
  }

  private BenchResult result(String name, MemoryEstimate estimate, Rates rates, long peak) {
    Load load = settings.load();
    List<Figure> memory = new ArrayList<>();
    memory.add(mebibytes("baseMebibytes", "weights by arithmetic, MiB", estimate.base()));
    memory.add(
        mebibytes(
            "cacheMebibytes",
            "cache by arithmetic, MiB",
            estimate.engine(load.prompts()) - estimate.base()));
    if (settings.device().equals("cpu")) {
      memory.add(mebibytes("peakMebibytes", "most memory taken, MiB", peak));
    }
    return new BenchResult(
        "generate",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "model " + name,
                List.of(
                    Figure.counted("weights", "weights", estimate.parameters()),
                    Figure.counted("prompts", "prompts continued together", load.prompts()),
                    Figure.counted("promptTokens", "tokens of a prompt", load.promptTokens()),
                    Figure.counted("newTokens", "tokens sampled of each", load.newTokens()),
                    Figure.counted("threads", "threads", settings.threads()))),
            new BenchResult.Section(
                "tokens per second on " + settings.device(),
                List.of(
                    Figure.measured(
                        "readTokensPerSecond", "prompts read", rates.reading().median()),
                    Figure.measured(
                        "sampledTokensPerSecond", "answers sampled", rates.sampling().median()))),
            new BenchResult.Section("memory", memory)),
        List.of(
            "Rates are medians of "
                + settings.rounds()
                + " rounds after warm-up; the prompts of a round are read anew each time.",
            "Memory is what opening the model and using it added to the most that was resident;"
                + " arithmetic leaves the engine's own and what a step passes through out."));
  }

  private static Figure mebibytes(String key, String label, long bytes) {
    return Figure.measured(key, label, bytes / MEBIBYTE);
  }
}
