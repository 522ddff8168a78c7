package org.sealflow.learn.algorithm.objective;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Mini-batches drawn at random, with values on a grid that single precision holds exactly. */
public final class TestingBatches {
  /** Distance of two values of the grid. */
  public static final double GRID = 0x1p-13;

  private final SplittableRandom random;

  public TestingBatches(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Sequences of 1 to 12 tokens, most of them scored, ratios from about 1/5 to 5. */
  public List<ObjectiveSequence> draw(int sequences) {
    List<ObjectiveSequence> batch = new ArrayList<>();
    for (int i = 0; i < sequences; i++) {
      batch.add(sequence(1 + random.nextInt(12)));
    }
    return batch;
  }

  private ObjectiveSequence sequence(int length) {
    float[] current = near(new float[length], 2.5);
    float[] old = near(current, 1.6);
    float[] advantages = near(new float[length], 2);
    boolean[] mask = new boolean[length];
    for (int token = 0; token < length; token++) {
      current[token] -= 3;
      old[token] -= 3;
      mask[token] = random.nextInt(4) > 0;
    }
    return new ObjectiveSequence(current, old, near(current, 3), near(old, 1), advantages, mask);
  }

  private float[] near(float[] centre, double distance) {
    float[] values = new float[centre.length];
    for (int token = 0; token < values.length; token++) {
      double drawn = centre[token] + (2 * random.nextDouble() - 1) * distance;
      values[token] = (float) (Math.rint(drawn / GRID) * GRID);
    }
    return values;
  }

  /** The sequence with one of its current log-probabilities moved. */
  public static ObjectiveSequence moved(ObjectiveSequence sequence, int token, double by) {
    float[] current = sequence.current.clone();
    current[token] += (float) by;
    return new ObjectiveSequence(
        current,
        sequence.old,
        sequence.reference,
        sequence.engine,
        sequence.advantages,
        sequence.mask);
  }
}
