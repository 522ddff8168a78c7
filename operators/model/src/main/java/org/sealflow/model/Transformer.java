package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.script.ScriptCall;
import org.sealflow.model.script.TorchScript;

/**
 * The forward functions over given weights. Holds the tables of the rotary embedding, [positions,
 * C] in single precision, the sines of the first half of each row negated; everything else is the
 * caller's.
 */
final class Transformer {
  /** Two megabytes, which a core's second-level cache holds. */
  private static final long CACHED_LOGITS = 1L << 19;

  private final TorchScript script;
  private final ModelConfig config;
  private final NDArray cos;
  private final NDArray sin;

  /**
   * A transformer.
   *
   * @param positions number of positions that can be told apart
   */
  Transformer(TorchScript script, ModelConfig config, int positions, NDManager manager) {
    this.script = script;
    this.config = config;
    int width = config.attention().headWidth();
    double[] frequencies = config.rotary().frequencies(width);
    double factor = config.rotary().scaling().attentionFactor();
    float[] cosines = new float[Math.multiplyExact(positions, width)];
    float[] sines = new float[cosines.length];
    for (int i = 0; i < cosines.length; i++) {
      int position = i / width;
      double angle = position * frequencies[i % frequencies.length];
      cosines[i] = (float) (factor * Math.cos(angle));
      double sine = factor * Math.sin(angle);
      sines[i] = (float) (i % width < frequencies.length ? -sine : sine);
    }
    cos = manager.create(cosines, new Shape(positions, width));
    sin = manager.create(sines, new Shape(positions, width));
  }

  /** Rows of the embedding: ids [B, T] to [B, T, D]. */
  NDArray embed(NDArray ids, ScriptWeights weights, boolean gradients, NDManager manager) {
    try (ScriptCall call = script.call("embed")) {
      return call.recordGradients(gradients).tensor(ids).shared(weights.top()).toTensor(manager);
    }
  }

  /** One layer over a batch, recorded by autograd. */
  NDArray block(NDArray x, TokenBatch batch, ScriptWeights weights, int layer, NDManager manager) {
    try (ScriptCall call = script.call("block")) {
      call.recordGradients(true).tensor(x).shared(weights.layer(layer));
      return constants(layout(call, batch), weights).toTensor(manager);
    }
  }

  private static ScriptCall layout(ScriptCall call, TokenBatch batch) {
    return call.integer(batch.sharedTokens())
        .integer(batch.sequences().size())
        .integers(batch.packedTokens());
  }

  /** The output of the last layer for a batch with these ids, before the last normalization. */
  NDArray trunk(
      NDArray ids, TokenBatch batch, ScriptWeights weights, boolean gradients, NDManager manager) {
    try (ScriptCall call = script.call("trunk")) {
      call.recordGradients(gradients);
      return constants(layout(model(call.tensor(ids), weights), batch), weights).toTensor(manager);
    }
  }

  /** The input of each layer, and the output of the last; none recorded. */
  List<NDArray> blockInputs(
      NDArray ids, TokenBatch batch, ScriptWeights weights, NDManager manager) {
    try (ScriptCall call = script.call("block_inputs")) {
      return constants(layout(model(call.tensor(ids), weights), batch), weights).toTensors(manager);
    }
  }

  /** Rows [N, D] of x [B, T, D] at places counted over B and T together. */
  NDArray gatherRows(NDArray x, NDArray places, NDManager manager) {
    try (ScriptCall call = script.call("gather_rows")) {
      return call.tensor(x).tensor(places).toTensor(manager);
    }
  }

  /** Zeros of the shape and type of x. */
  NDArray zerosLike(NDArray x, NDManager manager) {
    try (ScriptCall call = script.call("zeros_like")) {
      return call.tensor(x).toTensor(manager);
    }
  }

  /** Sets rows of x [B, T, D] at places counted over B and T together. */
  void putRows(NDArray x, NDArray places, NDArray rows) {
    try (ScriptCall call = script.call("put_rows")) {
      call.tensor(x).tensor(places).tensor(rows).toNothing();
    }
  }

  /** Logits [N, V] divided by the temperature, from what the last layer gave [N, D]. */
  NDArray scoredLogits(
      NDArray x, ScriptWeights weights, double temperature, boolean gradients, NDManager manager) {
    try (ScriptCall call = script.call("scored_logits")) {
      return call.recordGradients(gradients)
          .tensor(x)
          .shared(weights.top())
          .real(temperature)
          .real(config.normEpsilon())
          .toTensor(manager);
    }
  }

  /** Log-probability of each target [N] by logits [N, V], and what normalizes each row [N]. */
  List<NDArray> tokenLogProbs(NDArray logits, NDArray targets, NDManager manager) {
    try (ScriptCall call = script.call("token_log_probs")) {
      return call.tensor(logits).tensor(targets).integer(rowsAtATime(logits)).toTuple(manager);
    }
  }

  /**
   * Makes of logits [N, V] the derivatives by them of a loss.
   *
   * @param normalizers what normalizes each row [N]
   * @param slopes derivatives of the loss by the log-probabilities [N]
   */
  void toLogitSlopes(NDArray logits, NDArray targets, NDArray normalizers, NDArray slopes) {
    try (ScriptCall call = script.call("to_logit_slopes")) {
      call.tensor(logits)
          .tensor(targets)
          .tensor(normalizers)
          .tensor(slopes)
          .integer(rowsAtATime(logits))
          .toNothing();
    }
  }

  /** On the CPU as many rows as its cache holds; elsewhere all. */
  private static long rowsAtATime(NDArray logits) {
    long rows = logits.getShape().get(0);
    return logits.getDevice().isGpu()
        ? rows
        : Math.min(rows, Math.max(1, CACHED_LOGITS / logits.getShape().get(1)));
  }

  /**
   * Appends tokens [B, T] to B cached rows, for what they leave in the cache.
   *
   * @param starts position of each row's first token [B]
   * @param span one more than the last position of any of the rows
   */
  void extend(
      NDArray ids,
      int firstRow,
      NDArray starts,
      int span,
      ScriptWeights weights,
      KeyValueCache cache) {
    try (NDManager scope = cache.newScope();
        ScriptCall call = script.call("extend")) {
      call.tensor(ids).integer(firstRow);
      cached(call, starts, span, weights, cache).toTensor(scope);
    }
  }

  /** One token for each cached row [B]: next tokens [B] and their log-probabilities [B]. */
  List<NDArray> decode(
      NDArray ids,
      NDArray starts,
      int span,
      ScriptWeights weights,
      KeyValueCache cache,
      Draw draw,
      NDManager manager) {
    try (ScriptCall call = script.call("decode")) {
      cached(call.tensor(ids), starts, span, weights, cache);
      return draw.addTo(call).toTuple(manager);
    }
  }

  private ScriptCall cached(
      ScriptCall call, NDArray starts, int span, ScriptWeights weights, KeyValueCache cache) {
    model(call.tensor(starts).integer(span), weights).shared(cache.arrays());
    return constants(call, weights);
  }

  private static ScriptCall model(ScriptCall call, ScriptWeights weights) {
    return call.shared(weights.top()).shared(weights.allLayers());
  }

  private ScriptCall constants(ScriptCall call, ScriptWeights weights) {
    return call.tensor(cos)
        .tensor(sin)
        .integer(config.attention().headWidth())
        .real(config.normEpsilon())
        .real(weights.adapterScale());
  }
}
