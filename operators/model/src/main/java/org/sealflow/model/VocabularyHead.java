package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last normalization and the vocabulary head over the scored tokens of a batch, a chunk at a
 * time: the logits of all at once would take more memory than the layers together.
 */
final class VocabularyHead {
  private final Transformer transformer;
  private final ScriptWeights weights;
  private final double temperature;
  private final int chunk;
  private final long[] places;
  private final long[] targets;
  private @Nullable Chunk recorded;

  /**
   * Some scored tokens.
   *
   * @param places where in the batch they are predicted [N]
   * @param rows what the last layer gives there [N, D]
   * @param targets their ids [N]
   * @param logits of their rows [N, V]
   * @param logProbs their log-probabilities [N]
   * @param normalizers what normalizes each row of logits [N]
   */
  private record Chunk(
      NDArray places,
      NDArray rows,
      NDArray targets,
      NDArray logits,
      NDArray logProbs,
      NDArray normalizers) {}

  /**
   * A head.
   *
   * @param temperature what logits are divided by, above 0
   * @param chunk tokens at a time, at least 1
   */
  VocabularyHead(
      Transformer transformer,
      ScriptWeights weights,
      TokenBatch batch,
      double temperature,
      int chunk) {
    this.transformer = transformer;
    this.weights = weights;
    this.temperature = temperature;
    this.chunk = chunk;
    places = batch.places();
    targets = batch.targets();
  }

  /**
   * Log-probabilities of scored tokens.
   *
   * @param x what the last layer gives [B, T, D]
   */
  float[] logProbs(NDArray x) {
    float[] logProbs = new float[targets.length];
    for (int start = 0; start < targets.length; start += chunk) {
      try (NDManager scope = x.getManager().newSubManager()) {
        float[] values = score(x, start, false, scope).logProbs().toFloatArray();
        System.arraycopy(values, 0, logProbs, start, values.length);
      }
    }
    return logProbs;
  }

  /**
   * The same before a way back. Where all tokens fit into one chunk, what autograd recorded is kept
   * for it; else the chunks are computed again then.
   */
  float[] logProbsForTraining(NDArray x) {
    if (targets.length > chunk) {
      return logProbs(x);
    }
    recorded = score(x, 0, true, x.getManager());
    return recorded.logProbs().toFloatArray();
  }

  /**
   * The gradient with respect to x [B, T, D] of a loss whose gradients with respect to the
   * log-probabilities are given; gradients of trained weights accumulate on the way.
   */
  NDArray backward(NDArray x, float[] gradients, NDManager manager) {
    NDArray result = transformer.zerosLike(x, manager);
    for (int start = 0; start < targets.length; start += chunk) {
      try (NDManager scope = manager.newSubManager()) {
        Chunk scored = recorded == null ? score(x, start, true, scope) : recorded;
        NDArray slopes = scope.create(Arrays.copyOfRange(gradients, start, end(start)));
        NDArray logits = scored.logits();
        transformer.toLogitSlopes(logits, scored.targets(), scored.normalizers(), slopes);
        JniUtils.backward((PtNDArray) logits, (PtNDArray) logits, false, false);
        NDArray rowGradients = JniUtils.getGradient((PtNDArray) scored.rows());
        transformer.putRows(result, scored.places(), rowGradients);
      }
    }
    return result;
  }

  private int end(int start) {
    return (int) Math.min(targets.length, (long) start + chunk);
  }

  private Chunk score(NDArray x, int start, boolean gradients, NDManager scope) {
    NDArray at = scope.create(Arrays.copyOfRange(places, start, end(start)));
    NDArray rows = transformer.gatherRows(x, at, scope);
    rows.setRequiresGradient(gradients);
    NDArray wanted = scope.create(Arrays.copyOfRange(targets, start, end(start)));
    NDArray logits = transformer.scoredLogits(rows, weights, temperature, gradients, scope);
    List<NDArray> scored = transformer.tokenLogProbs(logits, wanted, scope);
    return new Chunk(at, rows, wanted, logits, scored.get(0), scored.get(1));
  }
}
