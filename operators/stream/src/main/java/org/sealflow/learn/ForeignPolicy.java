package org.sealflow.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.schemas.WeightsFormat;

/** A policy whose weights are elsewhere. Whatever needs them is refused. */
final class ForeignPolicy implements TrainablePolicy {
  private final int contextLength;

  /**
   * A policy.
   *
   * @param contextLength longest sequence, tokens
   */
  ForeignPolicy(int contextLength) {
    this.contextLength = contextLength;
  }

  @Override
  public WeightsFormat format() {
    return WeightsFormat.NONE;
  }

  @Override
  public Optional<String> problem(TrainingSequence sequence) {
    return sequence.length() <= contextLength
        ? Optional.empty()
        : Optional.of(
            "it has "
                + sequence.length()
                + " tokens, expected at most the context length "
                + contextLength);
  }

  @Override
  public MessageTokens messages() {
    throw elsewhere();
  }

  @Override
  public TokenBatch batch(List<TrainingSequence> rows) {
    throw elsewhere();
  }

  @Override
  public float[][] logProbs(List<TrainingSequence> rows) {
    throw elsewhere();
  }

  @Override
  public float[][] referenceLogProbs(List<TrainingSequence> rows) {
    throw elsewhere();
  }

  @Override
  public Pass forward(List<TrainingSequence> rows) {
    throw elsewhere();
  }

  @Override
  public OptimizerStep step(double learningRate, double largestNorm) {
    throw elsewhere();
  }

  private static IllegalStateException elsewhere() {
    return new IllegalStateException("a foreign trainer has the weights of this policy");
  }

  @Override
  public long updates() {
    return 0;
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(0, List.of(), List.of(), List.of());
  }

  @Override
  public void restore(Snapshot snapshot) {}

  @Override
  public void save(Path directory) {}

  @Override
  public void releaseMemory() {}

  @Override
  public void close() {}
}
