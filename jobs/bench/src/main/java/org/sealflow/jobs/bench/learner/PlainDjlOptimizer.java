package org.sealflow.jobs.bench.learner;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.model.AdamWSettings;

/** Gradient clipping and AdamW (arXiv 1711.05101) in array operations, a tensor at a time. */
final class PlainDjlOptimizer {
  private final List<NDArray> parameters;
  private final AdamWSettings settings;
  private final NDManager manager;
  private final List<NDArray> first = new ArrayList<>();
  private final List<NDArray> second = new ArrayList<>();
  private int steps;

  /** An optimizer of parameters; the manager owns its moments. */
  PlainDjlOptimizer(List<NDArray> parameters, AdamWSettings settings, NDManager manager) {
    this.parameters = parameters;
    this.settings = settings;
    this.manager = manager;
    for (NDArray parameter : parameters) {
      first.add(manager.zeros(parameter.getShape()));
      second.add(manager.zeros(parameter.getShape()));
    }
  }

  /** A step from the gradients gathered, which are zero afterwards. Autograd must be off. */
  void step(double rate, double largestNorm) {
    steps++;
    try (NDManager scope = manager.newSubManager()) {
      List<NDArray> gradients = gradients(scope);
      double norm = norm(gradients);
      for (int i = 0; i < parameters.size(); i++) {
        NDArray gradient = gradients.get(i);
        if (norm > largestNorm) {
          gradient.muli(largestNorm / (norm + 1e-6));
        }
        update(parameters.get(i), gradient, first.get(i), second.get(i), rate, scope);
        gradient.muli(0);
      }
    }
  }

  private List<NDArray> gradients(NDManager scope) {
    List<NDArray> gradients = new ArrayList<>();
    for (NDArray parameter : parameters) {
      NDArray gradient = JniUtils.getGradient((PtNDArray) parameter);
      gradient.attach(scope);
      gradients.add(gradient);
    }
    return gradients;
  }

  private static double norm(List<NDArray> gradients) {
    double squares = 0;
    for (NDArray gradient : gradients) {
      squares += gradient.square().sum().getFloat();
    }
    return Math.sqrt(squares);
  }

  private void update(
      NDArray parameter,
      NDArray gradient,
      NDArray mean,
      NDArray square,
      double rate,
      NDManager scope) {
    mean.muli(settings.beta1()).addi(gradient.mul(1 - settings.beta1()));
    square.muli(settings.beta2()).addi(gradient.square().muli(1 - settings.beta2()));
    NDArray divisor = square.sqrt();
    divisor.attach(scope);
    divisor.divi(Math.sqrt(1 - Math.pow(settings.beta2(), steps))).addi(settings.epsilon());
    NDArray change = mean.div(divisor);
    change.attach(scope);
    change.muli(rate / (1 - Math.pow(settings.beta1(), steps)));
    parameter.muli(1 - rate * settings.weightDecay()).subi(change);
  }
}
