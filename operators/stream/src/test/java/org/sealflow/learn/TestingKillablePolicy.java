package org.sealflow.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.schemas.WeightsFormat;

/** A policy whose passes are kill points, and which says how many updates it has made. */
public record TestingKillablePolicy(TrainablePolicy policy, TestingKillPoint point)
    implements TrainablePolicy {
  /** The beginning of an update's line; the number of updates follows. */
  public static final String UPDATED = "updated ";

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
    return policy.messages();
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
    point.pass(TestingKillPoint.Kind.STEP);
    return policy.forward(rows);
  }

  @Override
  public OptimizerStep step(double learningRate, double largestNorm) {
    OptimizerStep step = policy.step(learningRate, largestNorm);
    System.out.println(UPDATED + policy.updates());
    return step;
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
