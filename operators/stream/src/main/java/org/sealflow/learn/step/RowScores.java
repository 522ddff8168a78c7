package org.sealflow.learn.step;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.TokenBatch;

/** Log-probabilities of many rows without a gradient, pass by pass. */
final class RowScores {
  private final int passTokens;
  private final Function<List<TrainingSequence>, TokenBatch> layout;
  private final BooleanSupplier cancelled;

  /**
   * Scores rows.
   *
   * @param passTokens most tokens of one pass, padding included, from 1
   * @param layout how rows pass together
   * @param cancelled asked before each pass; where it says so, training breaks off
   */
  RowScores(
      int passTokens,
      Function<List<TrainingSequence>, TokenBatch> layout,
      BooleanSupplier cancelled) {
    this.passTokens = passTokens;
    this.layout = layout;
    this.cancelled = cancelled;
  }

  /**
   * The scores of all rows.
   *
   * @param groups the rows of each group
   * @return [row, counted over all groups][token]
   * @throws RefusedStepException if one is not finite
   * @throws CancellationException if training is to break off
   */
  float[][] of(
      List<List<TrainingSequence>> groups, Function<List<TrainingSequence>, float[][]> scorer)
      throws RefusedStepException {
    float[][] found = unchecked(groups, scorer);
    for (float[] row : found) {
      finite(row);
    }
    return found;
  }

  /** The same for values that need not be finite. */
  float[][] unchecked(
      List<List<TrainingSequence>> groups, Function<List<TrainingSequence>, float[][]> scorer) {
    List<TrainingSequence> rows = groups.stream().flatMap(List::stream).toList();
    float[][] scores = new float[rows.size()][];
    for (List<Integer> pass : MicroBatches.of(groups, passTokens, layout)) {
      breakOffIfCancelled();
      float[][] part = scorer.apply(pass.stream().map(rows::get).toList());
      for (int i = 0; i < part.length; i++) {
        scores[pass.get(i)] = part[i];
      }
    }
    return scores;
  }

  /** Breaks training off if that is wanted. */
  void breakOffIfCancelled() {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("training was called off");
    }
  }

  /** The same values, all of them finite. */
  static float[] finite(float[] logProbs) throws RefusedStepException {
    for (float value : logProbs) {
      if (!Float.isFinite(value)) {
        throw new RefusedStepException(
            "a log-probability is %s; lower the learning rate, or look for weights that overflow"
                .formatted(value));
      }
    }
    return logProbs;
  }
}
