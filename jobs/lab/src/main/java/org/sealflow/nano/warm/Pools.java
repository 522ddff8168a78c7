package org.sealflow.nano.warm;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Pools of batches by their index; while one is learnt from, the next is made on a thread of its
 * own. What is in a pool depends on the settings, the phase and the index alone.
 */
final class Pools implements AutoCloseable {
  private final ExampleSource source;
  private final WarmSettings settings;
  private final ExecutorService maker =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "examples");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable Made current;
  private @Nullable Made next;

  private record Made(Phase phase, int index, Future<List<List<Example>>> batches) {
    boolean is(Phase other, int otherIndex) {
      return index == otherIndex && phase.equals(other);
    }
  }

  Pools(ExampleSource source, WarmSettings settings) {
    this.source = source;
    this.settings = settings;
  }

  /**
   * The batches of a pool.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  List<List<Example>> get(Phase phase, int index) throws InterruptedException {
    Made wanted = current;
    if (wanted == null || !wanted.is(phase, index)) {
      Made ready = next;
      wanted = ready != null && ready.is(phase, index) ? ready : begin(phase, index);
      current = wanted;
      next = begin(phase, index + 1);
    }
    try {
      return wanted.batches().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("examples cannot be made", e.getCause());
    }
  }

  private Made begin(Phase phase, int index) {
    return new Made(phase, index, maker.submit(() -> make(phase, index)));
  }

  private List<List<Example>> make(Phase phase, int index) {
    int count = settings.examples().examplesPerPool();
    List<Example> examples = source.make(phase, (long) index * count, count);
    SplittableRandom random = new SplittableRandom(settings.seed() + index);
    return LengthBatches.of(examples, settings.steps().tokensPerStep(), random);
  }

  @Override
  public void close() {
    maker.shutdownNow();
  }
}
