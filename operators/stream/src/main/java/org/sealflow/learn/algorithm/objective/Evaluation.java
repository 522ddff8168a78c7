package org.sealflow.learn.algorithm.objective;

import java.util.List;

/**
 * The objective at a mini-batch, or at a part of one.
 *
 * @param loss what is to be made small
 * @param gradients for each sequence in order, shape [T], the derivative of the loss by each of its
 *     current log-probabilities; 0 if the mask is false
 * @param diagnostics what the tokens show
 */
public record Evaluation(double loss, List<float[]> gradients, ObjectiveDiagnostics diagnostics) {
  /** Copies the list. */
  public Evaluation {
    gradients = List.copyOf(gradients);
  }
}
