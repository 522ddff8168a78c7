package org.sealflow.jobs.bench.learner;

import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.config.Precision;

/** The routes of a benchmark, opened one after the other and closed together. */
final class LearnerRunners implements AutoCloseable {
  /** Prefix of the keys of plain DJL. */
  static final String PLAIN = "plain";

  private static final int WARM_UP_UNITS = 2;

  /** Log-probabilities that differ by more are not of the same model. */
  private static final double SAME = 1e-3;

  private final LearnerBenchmark.Settings settings;
  private final Consumer<String> progress;
  private final List<LearnerRoute> routes = new ArrayList<>();
  private final List<LearnerRunner> runners = new ArrayList<>();
  private float @Nullable [][] expected;

  LearnerRunners(LearnerBenchmark.Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** Opens a route. */
  private interface Opening {
    LearnerRoute open() throws IOException;
  }

  /**
   * Opens every route that there is memory and software for, the learner's own first, and it alone
   * where the shape is not of single precision, in which the others compute.
   *
   * @throws UserError if the memory is too small for that
   * @throws IllegalStateException if routes do not compute the same
   */
  void open(Path model, LearnerLoad load) throws IOException, InterruptedException {
    if (!hasRoom()) {
      throw new UserError(
          "the shape "
              + settings.shape().word()
              + " needs about "
              + (settings.shape().neededBytes() >> 20)
              + " MiB, more than is free; choose a smaller --shape");
    }
    add("TorchScript", "", () -> new LearnerProductRoute(model, load, settings.device()));
    if (settings.shape().precision() != Precision.FLOAT32) {
      return;
    }
    if (hasRoom()) {
      add("plain DJL", PLAIN, () -> new PlainDjlRoute(model, load, settings.device()));
    }
    if (!onCpu()) {
      return;
    }
    Optional<String> python = LearnerPyTorchRoute.find(settings.pythons());
    if (python.isPresent() && hasRoom()) {
      progress.accept("opening PyTorch of " + python.get());
      LearnerPyTorchRoute route =
          LearnerPyTorchRoute.start(python.get(), model, load, settings.threads());
      add("PyTorch " + route.version(), "pyTorch", route, route::peakBytes);
    }
  }

  private boolean onCpu() {
    return settings.device().equals("cpu");
  }

  private boolean hasRoom() {
    long available = LearnerMemory.available();
    return !onCpu() || available == 0 || available > settings.shape().neededBytes();
  }

  private void add(String name, String prefix, Opening opening) throws IOException {
    progress.accept("opening " + name);
    LearnerMemory.forgetPeak();
    long before = LearnerMemory.resident();
    LearnerRoute route = opening.open();
    JniUtils.setNumThreads(settings.threads());
    add(name, prefix, route, () -> LearnerMemory.peakAbove(before));
  }

  private void add(String name, String prefix, LearnerRoute route, LongSupplier peakBytes) {
    routes.add(route);
    agree(name, route.logProbs());
    for (LearnerWork work : LearnerWork.values()) {
      for (int unit = 0; unit < WARM_UP_UNITS; unit++) {
        route.run(work);
      }
    }
    LearnerRates rates = new LearnerRates(route, settings.shape());
    runners.add(new LearnerRunner(name, prefix, rates, peakBytes.getAsLong()));
  }

  /** Before anything is trained, every route gives what the first gave. */
  private void agree(String name, float[][] logProbs) {
    float[][] first = expected;
    if (first == null) {
      expected = logProbs;
      return;
    }
    for (int row = 0; row < first.length; row++) {
      for (int token = 1; token < first[row].length; token++) {
        if (!(Math.abs(first[row][token] - logProbs[row][token]) <= SAME)) {
          throw new IllegalStateException(
              name
                  + " gives token "
                  + token
                  + " of row "
                  + row
                  + " the log-probability "
                  + logProbs[row][token]
                  + ", expected "
                  + first[row][token]);
        }
      }
    }
  }

  /** The routes that were opened, the learner's own first. */
  List<LearnerRunner> all() {
    return List.copyOf(runners);
  }

  @Override
  public void close() {
    routes.forEach(LearnerRoute::close);
  }
}
