package org.sealflow.jobs.bench.learner;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Sampling with a cache of keys and values, prompts of one length together. */
final class PlainDjlGeneration implements AutoCloseable {
  private final PlainDjlTransformer transformer;
  private final SplittableRandom random;
  private final NDManager manager;
  private final List<PlainDjlTransformer.@Nullable Cache> caches = new ArrayList<>();
  private int position;

  /** A generation; the parent outlives it. */
  PlainDjlGeneration(PlainDjlTransformer transformer, long seed, NDManager parent) {
    this.transformer = transformer;
    this.random = new SplittableRandom(seed);
    manager = parent.newSubManager();
    for (int layer = 0; layer < transformer.layers(); layer++) {
      caches.add(null);
    }
  }

  /**
   * Continues prompts at temperature 1.
   *
   * @return the tokens sampled, [prompt][token]
   */
  int[][] sample(int[][] prompts, int tokens) {
    int[][] sampled = new int[prompts.length][tokens];
    int[][] read = prompts;
    for (int token = 0; token < tokens; token++) {
      int[] next = step(read);
      read = new int[next.length][];
      for (int row = 0; row < next.length; row++) {
        sampled[row][token] = next[row];
        read[row] = new int[] {next[row]};
      }
    }
    return sampled;
  }

  /** Reads tokens [row][token] and draws the next of each row. */
  private int[] step(int[][] read) {
    int length = read[0].length;
    try (NDManager scope = manager.newSubManager()) {
      NDArray x = transformer.embed(PlainDjlRoute.ids(read, 0, length, scope));
      for (int layer = 0; layer < caches.size(); layer++) {
        PlainDjlTransformer.Cache seen = caches.get(layer);
        NDArray mask = length == 1 ? null : transformer.causal(length);
        PlainDjlTransformer.Output output = transformer.block(x, layer, position, seen, mask);
        keep(layer, output.cache(), seen);
        x = output.x();
      }
      position += length;
      NDArray last = x.get(scope, new NDIndex().addAllDim().addIndices(length - 1));
      NDArray shares = transformer.head(last).softmax(-1);
      return draw(shares.toFloatArray(), shares.getShape());
    }
  }

  private void keep(
      int layer, PlainDjlTransformer.Cache cache, PlainDjlTransformer.@Nullable Cache seen) {
    cache.keys().attach(manager);
    cache.values().attach(manager);
    caches.set(layer, cache);
    if (seen != null) {
      seen.keys().close();
      seen.values().close();
    }
  }

  /** Inverse transform sampling, for which DJL has no operation. */
  private int[] draw(float[] shares, Shape shape) {
    int width = (int) shape.get(1);
    int[] drawn = new int[(int) shape.get(0)];
    for (int row = 0; row < drawn.length; row++) {
      double left = random.nextDouble();
      int token = 0;
      while (token < width - 1 && left >= shares[row * width + token]) {
        left -= shares[row * width + token];
        token++;
      }
      drawn[row] = token;
    }
    return drawn;
  }

  @Override
  public void close() {
    manager.close();
  }
}
