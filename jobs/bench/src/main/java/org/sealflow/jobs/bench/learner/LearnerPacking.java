package org.sealflow.jobs.bench.learner;

import ai.djl.pytorch.jni.JniUtils;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.jobs.bench.Medians;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;

/**
 * Measures what packing gains: training steps over rows whose first half is shared and whose second
 * half has a random length, as episodes of a group have; padded and packed in turn.
 *
 * @param padding share of the padded tokens that no row has, 0 to 1
 * @param padded tokens that rows have per second, round by round
 * @param packed the same without padding
 * @param speedUp the rounds' quotients
 */
record LearnerPacking(double padding, Medians padded, Medians packed, Medians speedUp) {
  private static final int LEAST_ROWS = 4;
  private static final int SHORTEST = 8;

  /** Makes the steps, with the number of threads that the calling thread's engine uses. */
  static LearnerPacking measure(Path model, LearnerBenchmark.Settings settings) {
    LearnerShape shape = settings.shape();
    List<TokenSequence> rows = rows(shape);
    float[][] gradient = new float[rows.size()][];
    for (int row = 0; row < gradient.length; row++) {
      gradient[row] = new float[rows.get(row).length()];
      Arrays.fill(gradient[row], -1F / gradient[row].length);
    }
    TokenBatch padded = new TokenBatch(rows);
    TokenBatch packed = new TokenBatch(rows, true);
    LearnerPacking measured =
        new LearnerPacking(
            1 - (double) packed.computedTokens() / padded.computedTokens(),
            new Medians(),
            new Medians(),
            new Medians());
    try (LearnerProductRoute route =
        new LearnerProductRoute(model, LearnerLoad.draw(shape, 2), settings.device())) {
      JniUtils.setNumThreads(settings.threads());
      route.train(padded, gradient);
      route.train(packed, gradient);
      for (int round = 0; round < settings.rounds(); round++) {
        double slow = rate(route, padded, gradient, packed.computedTokens(), settings.measure());
        double fast = rate(route, packed, gradient, packed.computedTokens(), settings.measure());
        measured.padded.add(slow);
        measured.packed.add(fast);
        measured.speedUp.add(fast / slow);
      }
    }
    return measured;
  }

  private static double rate(
      LearnerProductRoute route,
      TokenBatch batch,
      float[][] gradient,
      long tokens,
      Duration measure) {
    long begun = System.nanoTime();
    long steps = 0;
    long taken;
    do {
      route.train(batch, gradient);
      steps++;
      taken = System.nanoTime() - begun;
    } while (taken < measure.toNanos());
    return 1e9 * steps * tokens / taken;
  }

  private static List<TokenSequence> rows(LearnerShape shape) {
    SplittableRandom random = new SplittableRandom(4);
    int half = shape.tokens() / 2;
    int[] shared = random.ints(half, 0, shape.config().vocabularySize()).toArray();
    List<TokenSequence> rows = new ArrayList<>();
    for (int row = 0; row < Math.max(LEAST_ROWS, shape.rows()); row++) {
      int own = random.nextInt(SHORTEST, half + 1);
      int[] tokens = Arrays.copyOf(shared, half + own);
      boolean[] scored = new boolean[tokens.length];
      for (int i = half; i < tokens.length; i++) {
        tokens[i] = random.nextInt(shape.config().vocabularySize());
        scored[i] = true;
      }
      rows.add(new TokenSequence(tokens, scored));
    }
    return rows;
  }
}
