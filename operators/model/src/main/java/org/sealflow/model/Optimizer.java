package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.script.ScriptCall;

/**
 * AdamW over what a model trains. Gradients gather from one backward pass to the next until a step
 * uses them up. Its moments are native memory of its own until closed.
 */
public final class Optimizer implements AutoCloseable {
  private final PolicyModel model;
  private final AdamWSettings settings;
  private final NDManager manager;
  private final List<TrainedTensor> first = new ArrayList<>();
  private final List<TrainedTensor> second = new ArrayList<>();

  /** libtorch wants a counter for each tensor; they are all the same. */
  private final List<NDArray> counters = new ArrayList<>();

  private long steps;

  /**
   * An optimizer that has made no step.
   *
   * @throws IllegalStateException if nothing of the model is trained
   */
  public Optimizer(PolicyModel model, AdamWSettings settings) {
    if (model.parameters().isEmpty()) {
      throw new IllegalStateException("the policy was opened frozen: nothing of it is trained");
    }
    this.model = model;
    this.settings = settings;
    manager = model.newScope();
    for (TrainedTensor parameter : model.parameters()) {
      Shape shape = parameter.value().getShape();
      first.add(new TrainedTensor(parameter.name(), manager.zeros(shape)));
      second.add(new TrainedTensor(parameter.name(), manager.zeros(shape)));
      counters.add(manager.zeros(new Shape()));
    }
  }

  /** Number of steps applied. */
  public long steps() {
    return steps;
  }

  /**
   * Clips the gradients to a norm and updates the weights; the gradients are zero afterwards. Where
   * the norm is not finite, nothing is updated.
   *
   * @param learningRate 0 or more
   * @param largestNorm the norm that gradients are scaled down to, above 0; infinite for no
   *     clipping
   * @throws IllegalStateException if no backward pass came before the first step
   */
  public OptimizerStep step(double learningRate, double largestNorm) {
    if (!(learningRate >= 0) || !(largestNorm > 0)) {
      throw new IllegalArgumentException(
          "learningRate is "
              + learningRate
              + " and largestNorm is "
              + largestNorm
              + ", expected 0 or more, and a positive number");
    }
    double norm;
    try (NDManager scope = manager.newSubManager();
        ScriptCall call = model.script().call("adamw_step")) {
      norm =
          call.tensors(values(model.parameters()))
              .tensors(gradients(scope))
              .tensors(values(first))
              .tensors(values(second))
              .tensors(counters)
              .real(learningRate)
              .real(settings.beta1())
              .real(settings.beta2())
              .real(settings.epsilon())
              .real(settings.weightDecay())
              .real(largestNorm)
              .toReal();
    }
    boolean applied = Double.isFinite(norm);
    if (applied) {
      steps++;
      model.weightsChanged();
    }
    return new OptimizerStep(norm, applied);
  }

  private static List<NDArray> values(List<TrainedTensor> parameters) {
    return parameters.stream().map(TrainedTensor::value).toList();
  }

  private List<NDArray> gradients(NDManager scope) {
    List<NDArray> gradients = new ArrayList<>();
    for (TrainedTensor parameter : model.parameters()) {
      NDArray gradient = JniUtils.getGradient((PtNDArray) parameter.value());
      if (gradient == null) {
        throw new IllegalStateException(
            "tensor " + parameter.name() + " has no gradient: run a backward pass before a step");
      }
      gradient.attach(scope);
      gradients.add(gradient);
    }
    return gradients;
  }

  /** Copies weights and moments to the heap, bit for bit. Gradients are no part of it. */
  public Snapshot snapshot() {
    return new Snapshot(
        steps, model.trainedWeights(), TensorTransfer.toHost(first), TensorTransfer.toHost(second));
  }

  /**
   * Sets weights and moments, bit for bit, and forgets gradients gathered.
   *
   * @throws IllegalArgumentException if the snapshot is of another model
   */
  public void restore(Snapshot snapshot) {
    model.setTrainedWeights(snapshot.weights());
    model.transfer().toTensors(snapshot.firstMoments(), first);
    model.transfer().toTensors(snapshot.secondMoments(), second);
    steps = snapshot.steps();
    HostTensor counted = new HostTensor("steps", List.of(), new float[] {(float) steps});
    counters.forEach(counter -> model.transfer().assign(counter, counted));
    forgetGradients();
  }

  private void forgetGradients() {
    for (TrainedTensor parameter : model.parameters()) {
      try (NDManager scope = manager.newSubManager()) {
        NDArray gradient = JniUtils.getGradient((PtNDArray) parameter.value());
        if (gradient != null) {
          gradient.attach(scope);
          JniUtils.zeroGrad((PtNDArray) parameter.value());
        }
      }
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
