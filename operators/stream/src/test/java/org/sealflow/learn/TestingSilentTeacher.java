package org.sealflow.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.schemas.WeightsFormat;

/** A policy whose feedback is no message at all, so that its teacher reads what it reads. */
public record TestingSilentTeacher(TrainablePolicy policy) implements TrainablePolicy {
  @Override
  public WeightsFormat format() {
    return policy.format();
  }

  @Override
  public Optional<String> problem(TrainingSequence sequence) {
    return policy.problem(sequence);
  }

  @Override
  public MessageTokens messages() {
    int[] header = policy.messages().header();
    return new MessageTokens() {
      @Override
      public int[] header() {
        return header;
      }

      @Override
      public int[] message(String text) {
        return new int[0];
      }
    };
  }

  @Override
  public TokenBatch batch(List<TrainingSequence> rows) {
    return policy.batch(rows);
  }

  @Override
  public float[][] logProbs(List<TrainingSequence> rows) {
    return policy.logProbs(rows);
  }

  @Override
  public float[][] referenceLogProbs(List<TrainingSequence> rows) {
    return policy.referenceLogProbs(rows);
  }

  @Override
  public Pass forward(List<TrainingSequence> rows) {
    return policy.forward(rows);
  }

  @Override
  public OptimizerStep step(double learningRate, double largestNorm) {
    return policy.step(learningRate, largestNorm);
  }

  @Override
  public long updates() {
    return policy.updates();
  }

  @Override
  public Snapshot snapshot() {
    return policy.snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    policy.restore(snapshot);
  }

  @Override
  public void save(Path directory) {
    policy.save(directory);
  }

  @Override
  public void releaseMemory() {
    policy.releaseMemory();
  }

  @Override
  public void close() {
    policy.close();
  }
}
