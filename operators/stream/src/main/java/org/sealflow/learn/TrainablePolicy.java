package org.sealflow.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.schemas.WeightsFormat;

/**
 * A policy and the optimizer that trains it. One thread at a time uses it. Rows are sequences that
 * pass through the model together; values of tokens are arrays [row][token], with 0 for tokens that
 * the policy did not sample. The same calls on the same snapshot give the same bits.
 */
public interface TrainablePolicy extends AutoCloseable {
  /** A forward pass, kept for its way back. */
  interface Pass extends AutoCloseable {
    /** Natural-log probability of each sampled token. */
    float[][] logProbs();

    /**
     * Adds to the gradients of the weights those of a loss; once per pass.
     *
     * @param gradientOfLogProbs derivative of the loss by each log-probability
     */
    void backward(float[][] gradientOfLogProbs);

    @Override
    void close();
  }

  /** How {@link #save} stores the weights. */
  WeightsFormat format();

  /** Why the policy cannot train on a sequence, one line; empty if it can. */
  Optional<String> problem(TrainingSequence sequence);

  /**
   * How feedback is put before an answer.
   *
   * @throws IllegalStateException if the policy was opened with settings that give none
   */
  MessageTokens messages();

  /** How rows are laid out where they pass through the model together. */
  TokenBatch batch(List<TrainingSequence> rows);

  /** Natural-log probabilities under the policy as it is now. */
  float[][] logProbs(List<TrainingSequence> rows);

  /** Natural-log probabilities under the policy as it was before any training. */
  float[][] referenceLogProbs(List<TrainingSequence> rows);

  /** A pass to learn from; close it. */
  Pass forward(List<TrainingSequence> rows);

  /**
   * Clips the gradients gathered since the last step and updates the weights with them; nothing is
   * updated where their norm is not finite.
   *
   * @param learningRate 0 or more
   * @param largestNorm the norm that gradients are scaled down to, above 0
   */
  OptimizerStep step(double learningRate, double largestNorm);

  /** Number of optimizer steps applied. */
  long updates();

  /** An immutable copy of the state of training. */
  Snapshot snapshot();

  /** Sets weights and optimizer, bit for bit, and forgets gradients gathered. */
  void restore(Snapshot snapshot);

  /**
   * Writes the weights as a directory of files.
   *
   * @param directory where; must not exist yet
   */
  void save(Path directory);

  /** Gives memory that a step has needed and freed back to the system. */
  void releaseMemory();

  @Override
  void close();
}
