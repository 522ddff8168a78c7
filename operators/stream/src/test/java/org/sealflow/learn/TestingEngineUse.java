package org.sealflow.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.sealflow.learn.sample.TrainingSequence;

/**
 * Trains a model for a step, as a job's code does. What it needs and gives are classes of the JDK,
 * so that it can be loaded by another class loader than its caller.
 */
public final class TestingEngineUse implements Callable<String> {
  private final Path model;

  /** A use of a model's directory. */
  public TestingEngineUse(Path model) {
    this.model = model;
  }

  /** The log-probabilities after a step. */
  @Override
  public String call() {
    TrainingSequence row = TestingSamples.saying(3);
    LearnSettings settings = TestingSamples.settings("unused");
    try (TrainablePolicy policy = TestingModel.everything(model).open(settings)) {
      try (TrainablePolicy.Pass pass = policy.forward(List.of(row))) {
        pass.backward(new float[][] {{0, -1}});
      }
      policy.step(0.01, 1);
      return String.valueOf(policy.logProbs(List.of(row))[0][1]);
    }
  }
}
