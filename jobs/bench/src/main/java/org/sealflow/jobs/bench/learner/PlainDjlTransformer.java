package org.sealflow.jobs.bench.learner;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Embedding;
import ai.djl.nn.core.Linear;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;

/**
 * The learner's transformer as one would write it with DJL alone: batched operations on arrays,
 * key-value heads shared without copies, no script. Shapes: B rows, T tokens, D width, H query
 * heads, K key-value heads, C head width, S positions seen, V vocabulary.
 *
 * <p>An operation's result belongs to the manager of the array it is called on, so that is never a
 * weight. Factors that a way back reads again are arrays that outlive it: those which DJL makes of
 * plain numbers are freed by then.
 */
final class PlainDjlTransformer {
  private static final float HIDDEN = -1e30f;

  private final ModelConfig config;
  private final Map<String, NDArray> weights;
  private final NDManager manager;
  private final NDArray cos;
  private final NDArray sin;
  private final NDArray queryScale;
  private final NDArray adapterScale;
  private @Nullable NDArray causal;

  /**
   * A transformer.
   *
   * @param weights by name, those of adapters included; the caller's
   * @param positions number of positions that can be told apart
   * @param manager owns the tables
   */
  PlainDjlTransformer(
      ModelConfig config,
      Map<String, NDArray> weights,
      double adapterScale,
      int positions,
      NDManager manager) {
    this.config = config;
    this.weights = weights;
    this.manager = manager;
    int width = config.attention().headWidth();
    float[] cosines = new float[positions * width];
    float[] sines = new float[positions * width];
    double[] frequencies = config.rotary().frequencies(width);
    for (int i = 0; i < cosines.length; i++) {
      int position = i / width;
      double angle = position * frequencies[i % frequencies.length];
      cosines[i] = (float) Math.cos(angle);
      sines[i] = (float) Math.sin(angle);
    }
    cos = manager.create(cosines, new Shape(positions, width));
    sin = manager.create(sines, new Shape(positions, width));
    queryScale = manager.create((float) (1 / Math.sqrt(width)));
    this.adapterScale = manager.create((float) adapterScale);
  }

  /** Keys and values [B, K, S, C] of a layer. */
  record Cache(NDArray keys, NDArray values) {}

  /** Logits [B, T, V] of ids [B, T]. */
  NDArray logits(NDArray ids) {
    NDArray mask = causal((int) ids.getShape().get(1));
    NDArray x = embed(ids);
    for (int layer = 0; layer < config.layers(); layer++) {
      x = block(x, layer, 0, null, mask).x();
    }
    return head(x);
  }

  /** The output of a layer, and its keys and values including the earlier ones. */
  record Output(NDArray x, Cache cache) {}

  NDArray embed(NDArray ids) {
    return Embedding.embedding(ids, weight("model.embed_tokens"), SparseFormat.DENSE).get(0);
  }

  NDArray head(NDArray x) {
    NDArray normalized = normalize(x, "model.norm");
    return Linear.linear(normalized, weight(config.tiedHead() ? "model.embed_tokens" : "lm_head"))
        .get(0);
  }

  /**
   * A layer over tokens from a position on.
   *
   * @param seen keys and values of the positions before; null if there are none
   * @param mask [T, S], added to the scores; null if every token sees all
   */
  Output block(NDArray x, int layer, int position, @Nullable Cache seen, @Nullable NDArray mask) {
    String prefix = "model.layers." + layer + ".";
    AttentionConfig attention = config.attention();
    NDArray h = normalize(x, prefix + "input_layernorm");
    NDArray q = rotate(heads(h, prefix, "q", attention.heads()), position);
    NDArray k = rotate(heads(h, prefix, "k", attention.keyValueHeads()), position);
    NDArray v = heads(h, prefix, "v", attention.keyValueHeads());
    if (seen != null) {
      k = seen.keys().concat(k, 2);
      v = seen.values().concat(v, 2);
    }
    NDArray attended = attend(q, k, v, mask);
    NDArray y = x.add(project(attended, prefix + "self_attn.o_proj"));
    return new Output(y.add(feedForward(y, prefix)), new Cache(k, v));
  }

  private NDArray weight(String module) {
    NDArray weight = weights.get(module + ".weight");
    if (weight == null) {
      throw new IllegalStateException("no weight " + module);
    }
    return weight;
  }

  private NDArray normalize(NDArray x, String module) {
    NDArray meanSquare = x.square().mean(new int[] {-1}, true);
    return x.div(meanSquare.add(config.normEpsilon()).sqrt()).mul(weight(module));
  }

  private NDArray project(NDArray x, String module) {
    NDArray bias = weights.get(module + ".bias");
    NDArray y =
        bias == null
            ? Linear.linear(x, weight(module)).get(0)
            : Linear.linear(x, weight(module), bias).get(0);
    NDArray a = weights.get(module + ".lora_A");
    NDArray b = weights.get(module + ".lora_B");
    if (a == null || b == null) {
      return y;
    }
    NDArray narrow = Linear.linear(x, a).get(0);
    return y.add(Linear.linear(narrow, b).get(0).mul(adapterScale));
  }

  /** Heads [B, heads, T, C] of a projection. */
  private NDArray heads(NDArray h, String prefix, String which, int count) {
    Shape shape = h.getShape();
    NDArray projected = project(h, prefix + "self_attn." + which + "_proj");
    NDArray heads =
        projected.reshape(shape.get(0), shape.get(1), count, config.attention().headWidth());
    String norm = prefix + "self_attn." + which + "_norm";
    if (weights.containsKey(norm + ".weight")) {
      heads = normalize(heads, norm);
    }
    return heads.transpose(0, 2, 1, 3);
  }

  private NDArray rotate(NDArray x, int position) {
    long end = position + x.getShape().get(2);
    NDManager scope = x.getManager();
    NDArray c = cos.get(scope, rows(position, end));
    NDArray s = sin.get(scope, rows(position, end));
    NDList halves = x.split(2, 3);
    NDArray turned = halves.get(1).neg().concat(halves.get(0), -1);
    return x.mul(c).add(turned.mul(s));
  }

  private static NDIndex rows(long begin, long end) {
    return new NDIndex().addSliceDim(begin, end);
  }

  private NDArray attend(NDArray q, NDArray k, NDArray v, @Nullable NDArray mask) {
    long rows = q.getShape().get(0);
    long heads = q.getShape().get(1);
    long tokens = q.getShape().get(2);
    long width = q.getShape().get(3);
    long shared = k.getShape().get(1);
    long seen = k.getShape().get(2);
    long together = heads / shared * tokens;
    NDArray queries = q.mul(queryScale).reshape(rows, shared, together, width);
    NDArray scores = queries.matMul(k.transpose(0, 1, 3, 2));
    if (mask != null) {
      scores =
          scores
              .reshape(rows, shared, heads / shared, tokens, seen)
              .add(mask)
              .reshape(rows, shared, together, seen);
    }
    return scores
        .softmax(-1)
        .matMul(v)
        .reshape(rows, heads, tokens, width)
        .transpose(0, 2, 1, 3)
        .reshape(rows, tokens, heads * width);
  }

  private NDArray feedForward(NDArray x, String prefix) {
    NDArray h = normalize(x, prefix + "post_attention_layernorm");
    NDArray gate = project(h, prefix + "mlp.gate_proj");
    NDArray inner = gate.mul(Activation.sigmoid(gate)).mul(project(h, prefix + "mlp.up_proj"));
    return project(inner, prefix + "mlp.down_proj");
  }

  /** The mask [T, T] that hides what comes later; kept for the next call. */
  NDArray causal(int tokens) {
    NDArray kept = causal;
    if (kept == null || kept.getShape().get(0) != tokens) {
      float[] mask = new float[tokens * tokens];
      for (int i = 0; i < tokens; i++) {
        for (int j = i + 1; j < tokens; j++) {
          mask[i * tokens + j] = HIDDEN;
        }
      }
      if (kept != null) {
        kept.close();
      }
      kept = manager.create(mask, new Shape(tokens, tokens));
      causal = kept;
    }
    return kept;
  }

  /** Number of layers. */
  int layers() {
    return config.layers();
  }
}
