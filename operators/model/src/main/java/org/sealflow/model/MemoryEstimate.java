package org.sealflow.model;

import java.util.List;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;
import org.sealflow.model.config.Projection;
import org.sealflow.model.config.TensorLayout;

/**
 * Memory that training and sampling a model take, worked out from its form; what the engine and its
 * kernels need besides is not in it. In bytes, with b the bytes of a base weight:
 *
 * <pre>
 * base        b for each parameter
 * reference   b for each parameter, if all are trained and the divergence from the start counts
 * trained     16 for each parameter trained: itself (if it is no base weight, or b is not 4),
 *             gradient, two moments
 * by token    if layers are kept: {@link ActivationMemory};
 *             if they are computed again: b D L for what goes into each, and one layer as it is kept
 *             b for each row of an adapter
 * by pass     if all is trained and b is not 4: b for each parameter, rounded on the way; if layers
 *             are computed again, for each of a layer and of the vocabulary head
 * logits      4 for each of the budget
 * engine      b for each parameter, and 2 b KV L for each token of each row
 * </pre>
 *
 * @param config form of the model
 * @param options how it is held
 * @param adapterRank inner width of adapters on all projections, from 1; 0 if all weights are
 *     trained
 * @param reference whether the divergence from the reference counts
 */
public record MemoryEstimate(
    ModelConfig config, ModelOptions options, int adapterRank, boolean reference) {
  private static final int SINGLE = Float.BYTES;

  /** Gradient and two moments. */
  private static final int BESIDE_WEIGHT = 3 * SINGLE;

  private int baseBytes() {
    return options.precision() == Precision.FLOAT32 ? SINGLE : 2;
  }

  private boolean trainsAll() {
    return adapterRank == 0;
  }

  /** Whether the weights trained are held beside those computed with. */
  private boolean hasMasters() {
    return trainsAll() && baseBytes() != SINGLE;
  }

  /** Number of parameters of the model, adapters not counted. */
  public long parameters() {
    return TensorLayout.of(config).values().stream().mapToLong(MemoryEstimate::size).sum();
  }

  private static long size(List<Long> shape) {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /** Number of parameters of the adapters; 0 if there are none. */
  public long adapterParameters() {
    return trainsAll()
        ? 0
        : Adapters.shapes(config, LoraConfig.everywhere(adapterRank)).values().stream()
            .mapToLong(shape -> shape.size())
            .sum();
  }

  /** The weights of the model as they are held. */
  public long base() {
    return parameters() * baseBytes();
  }

  /** Bytes that stay, whatever is trained on: weights, reference, gradients and moments. */
  public long standing() {
    long trained =
        trainsAll()
            ? parameters() * (BESIDE_WEIGHT + (hasMasters() ? SINGLE : 0))
                + (reference ? base() : 0)
            : adapterParameters() * (SINGLE + BESIDE_WEIGHT);
    return base() + trained;
  }

  /**
   * The learner's state, as the heap holds all of it while it is written: weights in single
   * precision and their two moments.
   */
  public long snapshot() {
    return 3L * SINGLE * (trainsAll() ? parameters() : adapterParameters());
  }

  /** Whether the layers of a pass of so many tokens are computed a second time. */
  public boolean recomputes(long tokens) {
    return kept(tokens) > options.activationBudget();
  }

  /** Activations of all layers. */
  private long kept(long tokens) {
    return tokens * keptByToken();
  }

  /** Without the scores of short rows, which are small. */
  private long keptByToken() {
    return layerValues() * config.layers() * baseBytes();
  }

  private long layerValues() {
    return ActivationMemory.valuesOfToken(config);
  }

  /** Bytes that a pass of so many tokens takes besides, the vocabulary head included. */
  public long pass(long tokens) {
    long layers =
        recomputes(tokens)
            ? tokens * baseBytes() * ((long) config.width() * config.layers() + layerValues())
            : kept(tokens);
    return layers
        + tokens * adapterRows(tokens)
        + roundedOnTheWay(tokens)
        + options.logitBudget() * SINGLE;
  }

  /** The outputs of the adapters' first matrices for a token. */
  private long adapterRows(long tokens) {
    long layers = recomputes(tokens) ? 1 : config.layers();
    return (long) adapterRank * Projection.values().length * layers * baseBytes();
  }

  private long roundedOnTheWay(long tokens) {
    if (!hasMasters()) {
      return 0;
    }
    if (!recomputes(tokens)) {
      return base();
    }
    long layer =
        TensorLayout.ofLayer(config).values().stream().mapToLong(MemoryEstimate::size).sum();
    return (layer + (long) config.vocabularySize() * config.width()) * baseBytes();
  }

  /** Bytes of a training step whose passes have so many tokens. */
  public long step(long tokens) {
    return standing() + pass(tokens);
  }

  /**
   * The most tokens of a pass for which a step fits, and for fewer too; 0 if none do. The longest
   * pass that keeps its layers takes more than one a little longer, which computes them again.
   */
  public long longestPass(long memory) {
    long beyond = 1L << 31;
    long fits = Math.min(options.activationBudget() / keptByToken(), beyond - 1);
    if (step(fits) > memory) {
      beyond = fits;
      fits = 0;
    }
    while (beyond - fits > 1) {
      long middle = (fits + beyond) / 2;
      if (step(middle) <= memory) {
        fits = middle;
      } else {
        beyond = middle;
      }
    }
    return fits;
  }

  /** Bytes of an engine that samples so many rows of the longest context at the same time. */
  public long engine(int rows) {
    long token = 2L * config.attention().keyValueWidth() * config.layers() * baseBytes();
    return base() + Math.multiplyExact(token * options.contextLength(), (long) rows);
  }
}
