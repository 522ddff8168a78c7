package org.sealflow.jobs.bench.learner;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.learner.LearnerSteps.StepRange;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.script.EngineCheck;

/**
 * Measures how fast the learner reads, learns and samples, with a random model: its TorchScript
 * route, the same work with DJL alone, and with PyTorch where that is installed. The routes take
 * turns.
 */
public final class LearnerBenchmark {
  private static final long SEED = 1;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * The measurements to make.
   *
   * @param device {@code cpu}, {@code gpu0}, … of the learner and of DJL alone; PyTorch in a
   *     process of its own is measured on the CPU only
   * @param threads of the engine and of PyTorch, at least 1
   * @param measure time each work of each route runs in a round
   * @param rounds how often the routes take turns, at least 1
   * @param memory steps after which memory is looked at; null not to
   * @param packing whether steps with and without padding are compared
   * @param barrierSteps steps of the operator during which checkpoints are measured; 0 not to
   * @param pythons programs of which the first that has PyTorch is measured too
   */
  public record Settings(
      LearnerShape shape,
      String device,
      int threads,
      Duration measure,
      int rounds,
      @Nullable StepRange memory,
      boolean packing,
      int barrierSteps,
      List<String> pythons) {
    public Settings {
      if (threads < 1 || rounds < 1 || barrierSteps < 0) {
        throw new IllegalArgumentException(
            threads + " threads, " + rounds + " rounds, " + barrierSteps + " steps");
      }
      pythons = List.copyOf(pythons);
    }
  }

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   */
  public LearnerBenchmark(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs the benchmark in the calling thread.
   *
   * @throws UserError if the memory is too small for the shape, or PyTorch breaks off
   * @throws IllegalArgumentException if the device is not there
   */
  public BenchResult run() throws IOException, InterruptedException {
    LearnerShape shape = settings.shape();
    try (RandomModel model = RandomModel.write(shape.config(), shape.precision(), SEED, progress)) {
      return run(model.directory());
    }
  }

  private BenchResult run(Path directory) throws IOException, InterruptedException {
    LearnerFigures figures = new LearnerFigures(settings);
    StepRange range = settings.memory();
    if (range != null) {
      progress.accept("watching memory over " + range.to() + " training steps");
      figures.memory(
          range, LearnerSteps.measure(directory, settings.shape(), settings.threads(), range));
    }
    if (settings.packing()) {
      progress.accept("training on rows of different length, padded and packed");
      figures.packing(LearnerPacking.measure(directory, settings));
    }
    if (settings.barrierSteps() > 0) {
      progress.accept("taking checkpoints during " + settings.barrierSteps() + " steps");
      EngineCheck.useThreads(settings.threads());
      figures.barriers(
          LearnerBarriers.measure(
              directory, settings.shape(), settings.barrierSteps(), directory.resolve("job")));
    }
    LearnerLoad load = LearnerLoad.draw(settings.shape(), SEED);
    try (LearnerRunners runners = new LearnerRunners(settings, progress)) {
      runners.open(directory, load);
      progress.accept(
          "measuring "
              + settings.rounds()
              + " rounds of "
              + LearnerWork.values().length * runners.all().size()
              + " works, "
              + settings.measure().toMillis() / 1e3
              + " s each");
      for (int round = 0; round < settings.rounds(); round++) {
        for (LearnerWork work : LearnerWork.values()) {
          runners.all().forEach(runner -> runner.rates().round(work, settings.measure()));
        }
      }
      return figures.result(runners.all());
    }
  }
}
