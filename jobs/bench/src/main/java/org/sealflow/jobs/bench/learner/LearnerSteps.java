package org.sealflow.jobs.bench.learner;

import ai.djl.pytorch.jni.JniUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;

/**
 * Memory over many training steps whose rows have random lengths, as episodes have. After each step
 * memory is released, as the learner's operator does; then it is looked at.
 *
 * @param firstBytes resident after the first look's steps
 * @param lastBytes resident after the last look's
 */
public record LearnerSteps(long firstBytes, long lastBytes) {
  private static final int SHORTEST_ROW = 8;

  /** Memory at the last look as a multiple of that at the first. */
  double growth() {
    return (double) lastBytes / Math.max(1, firstBytes);
  }

  /** Makes the steps, with the number of threads that the calling thread's engine uses. */
  static LearnerSteps measure(Path model, LearnerShape shape, int threads, StepRange range) {
    LearnerLoad load = LearnerLoad.draw(shape, 2);
    SplittableRandom random = new SplittableRandom(3);
    try (LearnerProductRoute route = new LearnerProductRoute(model, load, "cpu")) {
      JniUtils.setNumThreads(threads);
      long first = 0;
      for (int step = 1; step <= range.to(); step++) {
        train(route, shape, random);
        route.releaseMemory();
        if (step == range.from()) {
          first = LearnerMemory.resident();
        }
      }
      return new LearnerSteps(first, LearnerMemory.resident());
    }
  }

  private static void train(
      LearnerProductRoute route, LearnerShape shape, SplittableRandom random) {
    List<TokenSequence> rows = new ArrayList<>();
    float[][] gradient = new float[shape.rows()][];
    for (int row = 0; row < shape.rows(); row++) {
      int length = random.nextInt(SHORTEST_ROW, shape.tokens() + 1);
      int[] tokens = random.ints(length, 0, shape.config().vocabularySize()).toArray();
      rows.add(TokenSequence.allScored(tokens));
      gradient[row] = new float[length];
      for (int token = 0; token < length; token++) {
        gradient[row][token] = (float) (random.nextDouble() - 0.5) / length;
      }
    }
    route.train(new TokenBatch(rows), gradient);
  }

  /**
   * Steps after which memory is looked at.
   *
   * @param from the first look, at least 1
   * @param to the last, above {@code from}
   */
  public record StepRange(int from, int to) {
    public StepRange {
      if (from < 1 || to <= from) {
        throw new IllegalArgumentException("from " + from + " to " + to + " steps");
      }
    }
  }
}
