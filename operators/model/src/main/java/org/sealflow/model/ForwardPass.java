package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.ArrayList;
import java.util.List;

/**
 * A forward pass of the trained policy over a batch, kept for its way back: log-probabilities
 * first, then the gradient of any loss over them. Holds native memory until closed.
 */
public final class ForwardPass implements AutoCloseable {
  private final Transformer transformer;
  private final ScriptWeights weights;
  private final VocabularyHead head;
  private final TokenBatch batch;
  private final NDManager manager;

  /**
   * The input of each layer, then the output of the last; if recorded by autograd, only the latter.
   */
  private final List<NDArray> activations = new ArrayList<>();

  private final boolean recompute;
  private final boolean trainsEmbedding;
  private final float[] logProbs;
  private boolean used;

  ForwardPass(
      Transformer transformer,
      ScriptWeights weights,
      VocabularyHead head,
      TokenBatch batch,
      Memory memory,
      NDManager manager) {
    this.transformer = transformer;
    this.weights = weights;
    this.head = head;
    this.batch = batch;
    this.manager = manager;
    this.recompute = memory.recomputeLayers();
    this.trainsEmbedding = memory.trainsEmbedding();
    this.logProbs = batch.scored() == 0 ? new float[0] : run();
  }

  /**
   * The values kept for the backward pass.
   *
   * @param recomputeLayers whether layers are computed again
   * @param trainsEmbedding whether the gradient goes down into the embedding
   */
  record Memory(boolean recomputeLayers, boolean trainsEmbedding) {}

  private float[] run() {
    // What autograd keeps of the ids is the memory of their array, so that lives as long as the
    // pass.
    NDArray ids = batch.ids(manager);
    if (recompute) {
      activations.addAll(transformer.blockInputs(ids, batch, weights, manager));
    } else {
      activations.add(transformer.trunk(ids, batch, weights, true, manager));
    }
    return head.logProbsForTraining(last());
  }

  /** Number of tensors between layers that are kept for the way back. */
  int keptActivations() {
    return activations.size();
  }

  private NDArray last() {
    return activations.get(activations.size() - 1);
  }

  /**
   * Natural-log probability of each scored token given those before it, as [row][token]; 0 for the
   * tokens not scored.
   */
  public float[][] logProbs() {
    return batch.spread(logProbs);
  }

  /**
   * Adds to the gradients of the trained weights those of a loss. May be called once.
   *
   * @param gradientOfLogProbs derivative of the loss by each log-probability, as [row][token];
   *     values of tokens not scored are ignored
   * @throws IllegalArgumentException if the form is not that of the batch
   */
  public void backward(float[][] gradientOfLogProbs) {
    float[] gradients = batch.collect(gradientOfLogProbs);
    if (used) {
      throw new IllegalStateException("this pass has gone back already: run another forward pass");
    }
    used = true;
    if (gradients.length == 0) {
      return;
    }
    try (NDManager scope = manager.newSubManager()) {
      NDArray gradient = head.backward(last(), gradients, scope);
      if (recompute) {
        backThroughLayers(gradient);
      } else {
        JniUtils.backward((PtNDArray) last(), (PtNDArray) gradient, false, false);
      }
    }
  }

  /** Activation checkpointing (arXiv 1604.06174): from the last layer down, each computed again. */
  private void backThroughLayers(NDArray gradientOfLast) {
    NDArray gradient = gradientOfLast;
    for (int layer = activations.size() - 2; layer >= 0; layer--) {
      activations.get(layer + 1).close();
      gradient = backThroughLayer(layer, gradient);
    }
    if (trainsEmbedding) {
      try (NDManager scope = manager.newSubManager()) {
        NDArray embedded = transformer.embed(batch.ids(scope), weights, true, scope);
        JniUtils.backward((PtNDArray) embedded, (PtNDArray) gradient, false, false);
      }
    }
  }

  /** The gradient by what a layer takes; by what it gives where nothing below is trained. */
  private NDArray backThroughLayer(int layer, NDArray gradient) {
    NDArray input = activations.get(layer);
    boolean goesOn = layer > 0 || trainsEmbedding;
    input.setRequiresGradient(goesOn);
    try (NDManager scope = manager.newSubManager()) {
      NDArray output = transformer.block(input, batch, weights, layer, scope);
      JniUtils.backward((PtNDArray) output, (PtNDArray) gradient, false, false);
    }
    if (!goesOn) {
      return gradient;
    }
    gradient.close();
    return JniUtils.getGradient((PtNDArray) input);
  }

  @Override
  public void close() {
    manager.close();
  }
}
