package org.sealflow.model;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.nn.core.Embedding;
import ai.djl.nn.core.Linear;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.file.HostTensor;

/**
 * The same transformer in plain array operations, one row at a time, written from the formulas: no
 * TorchScript, no fused attention, no padding, no chunks. What the product computes is compared
 * with it.
 */
final class TestingPlainTransformer implements AutoCloseable {
  private final ModelConfig config;
  private final NDManager manager = NDManager.newBaseManager(Device.cpu(), "PyTorch");
  private final Map<String, NDArray> weights = new LinkedHashMap<>();
  private final Map<String, NDArray> adapters = new LinkedHashMap<>();
  private double adapterScale;

  TestingPlainTransformer(ModelConfig config, List<HostTensor> tensors) {
    this.config = config;
    tensors.forEach(tensor -> weights.put(tensor.name(), array(tensor)));
  }

  private NDArray array(HostTensor tensor) {
    long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
    NDArray array = manager.create(tensor.values(), new Shape(shape));
    array.setRequiresGradient(true);
    return array;
  }

  void setAdapters(List<HostTensor> tensors, double scale) {
    tensors.forEach(tensor -> adapters.put(tensor.name(), array(tensor)));
    adapterScale = scale;
  }

  /** Log-probabilities as [row][token], 0 for tokens not scored. */
  float[][] logProbs(TokenBatch batch, double temperature) {
    float[][] rows = new float[batch.sequences().size()][];
    for (int row = 0; row < rows.length; row++) {
      TokenSequence sequence = batch.sequences().get(row);
      rows[row] = new float[sequence.length()];
      try (NDManager scope = manager.newSubManager()) {
        float[] values = logProbs(sequence, temperature, scope).toFloatArray();
        for (int i = 1; i < rows[row].length; i++) {
          rows[row][i] = sequence.isScored(i) ? values[i - 1] : 0;
        }
      }
    }
    return rows;
  }

  /** Gradients of the sum of log-probabilities times the given factors, by tensor name. */
  Map<String, float[]> gradients(TokenBatch batch, double temperature, float[][] factors) {
    JniUtils.setGradMode(true);
    for (int row = 0; row < factors.length; row++) {
      TokenSequence sequence = batch.sequences().get(row);
      float[] kept = new float[sequence.length() - 1];
      for (int i = 1; i < sequence.length(); i++) {
        kept[i - 1] = sequence.isScored(i) ? factors[row][i] : 0;
      }
      try (NDManager scope = manager.newSubManager()) {
        NDArray logProbs = logProbs(sequence, temperature, scope);
        NDArray factor = scope.create(kept, new Shape(1, kept.length));
        JniUtils.backward((PtNDArray) logProbs, (PtNDArray) factor, false, false);
      }
    }
    JniUtils.setGradMode(false);
    Map<String, float[]> gradients = new LinkedHashMap<>();
    weights.forEach((name, value) -> gradients.put(name, value.getGradient().toFloatArray()));
    adapters.forEach((name, value) -> gradients.put(name, value.getGradient().toFloatArray()));
    return gradients;
  }

  /** Logits of every position of a row, [1, T, V]. */
  NDArray logits(int[] tokens, NDManager scope) {
    NDArray ids = scope.create(tokens).expandDims(0).toType(DataType.INT64, false);
    NDArray hidden = normalize(hidden(ids), weights.get("model.norm.weight"));
    NDArray head = weights.get(config.tiedHead() ? "model.embed_tokens.weight" : "lm_head.weight");
    return Linear.linear(hidden, head).get(0);
  }

  private NDArray logProbs(TokenSequence sequence, double temperature, NDManager scope) {
    int[] tokens = new int[sequence.length()];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = sequence.token(i);
    }
    NDArray logits = logits(Arrays.copyOf(tokens, tokens.length - 1), scope);
    NDArray targets =
        scope
            .create(Arrays.copyOfRange(tokens, 1, tokens.length))
            .toType(DataType.INT64, false)
            .reshape(1, tokens.length - 1, 1);
    return logits.div(number(temperature, logits)).logSoftmax(-1).gather(targets, -1).squeeze(-1);
  }

  private NDArray hidden(NDArray ids) {
    NDArray x =
        Embedding.embedding(ids, weights.get("model.embed_tokens.weight"), SparseFormat.DENSE)
            .get(0);
    for (int layer = 0; layer < config.layers(); layer++) {
      String prefix = "model.layers." + layer + ".";
      NDArray h = normalize(x, weights.get(prefix + "input_layernorm.weight"));
      x = x.add(project(attention(h, prefix), prefix + "self_attn.o_proj"));
      h = normalize(x, weights.get(prefix + "post_attention_layernorm.weight"));
      NDArray gate = project(h, prefix + "mlp.gate_proj");
      NDArray silu = gate.div(gate.neg().exp().add(1));
      x = x.add(project(silu.mul(project(h, prefix + "mlp.up_proj")), prefix + "mlp.down_proj"));
    }
    return x;
  }

  private NDArray project(NDArray x, String name) {
    NDArray y = x.matMul(weights.get(name + ".weight").transpose());
    if (weights.containsKey(name + ".bias")) {
      y = y.add(weights.get(name + ".bias"));
    }
    NDArray a = adapters.get(name + ".lora_A");
    if (a != null) {
      NDArray b = adapters.get(name + ".lora_B");
      y = y.add(x.matMul(a.transpose()).matMul(b.transpose()).mul(number(adapterScale, x)));
    }
    return y;
  }

  private NDArray normalize(NDArray x, NDArray weight) {
    NDArray meanSquare = x.square().mean(new int[] {-1}, true);
    return x.div(meanSquare.add(config.normEpsilon()).sqrt()).mul(weight);
  }

  /** Each query head in turn, with the key-value head that serves it. */
  private NDArray attention(NDArray h, String prefix) {
    AttentionConfig attention = config.attention();
    NDArray q = project(h, prefix + "self_attn.q_proj");
    NDArray k = project(h, prefix + "self_attn.k_proj");
    NDArray v = project(h, prefix + "self_attn.v_proj");
    NDList outputs = new NDList();
    for (int head = 0; head < attention.heads(); head++) {
      int shared = head * attention.keyValueHeads() / attention.heads();
      NDArray query = rotate(normalizeHead(part(q, head), prefix + "self_attn.q_norm.weight"));
      NDArray key = rotate(normalizeHead(part(k, shared), prefix + "self_attn.k_norm.weight"));
      NDArray scores =
          query.matMul(key.transpose(0, 2, 1)).div(number(Math.sqrt(attention.headWidth()), query));
      outputs.add(scores.add(causal(scores)).softmax(-1).matMul(part(v, shared)));
    }
    return NDArrays.concat(outputs, -1);
  }

  private NDArray part(NDArray x, int head) {
    int width = config.attention().headWidth();
    return x.get(x.getManager(), new NDIndex(":,:," + head * width + ":" + (head + 1) * width));
  }

  private NDArray normalizeHead(NDArray x, String weight) {
    return weights.containsKey(weight) ? normalize(x, weights.get(weight)) : x;
  }

  private static NDArray causal(NDArray scores) {
    int length = (int) scores.getShape().get(1);
    float[] mask = new float[length * length];
    for (int i = 0; i < length; i++) {
      for (int j = i + 1; j < length; j++) {
        mask[i * length + j] = -1e30f;
      }
    }
    return scores.getManager().create(mask, new Shape(1, length, length));
  }

  /**
   * A factor that lives as long as the array it meets: the way back reads it again, and the one DJL
   * makes of a plain number is freed by then.
   */
  private static NDArray number(double value, NDArray like) {
    return like.getManager().create((float) value);
  }

  /** Pairs (i, i + C/2) turned by position times frequency. */
  private NDArray rotate(NDArray x) {
    int length = (int) x.getShape().get(1);
    int half = config.attention().headWidth() / 2;
    float[] cosines = new float[length * half];
    float[] sines = new float[length * half];
    double factor = config.rotary().scaling().attentionFactor();
    for (int position = 0; position < length; position++) {
      for (int i = 0; i < half; i++) {
        double angle = position * frequency(i);
        cosines[position * half + i] = (float) (factor * Math.cos(angle));
        sines[position * half + i] = (float) (factor * Math.sin(angle));
      }
    }
    NDManager scope = x.getManager();
    NDArray cos = scope.create(cosines, new Shape(1, length, half));
    NDArray sin = scope.create(sines, new Shape(1, length, half));
    NDArray left = x.get(scope, new NDIndex(":,:,0:" + half));
    NDArray right = x.get(scope, new NDIndex(":,:," + half + ":"));
    return left.mul(cos).sub(right.mul(sin)).concat(right.mul(cos).add(left.mul(sin)), -1);
  }

  private double frequency(int i) {
    RotaryConfig rotary = config.rotary();
    double plain = Math.pow(rotary.theta(), -2.0 * i / config.attention().headWidth());
    RotaryScaling scaling = rotary.scaling();
    if (scaling.kind() == RotaryScaling.Kind.NONE) {
      return plain;
    }
    if (scaling.kind() == RotaryScaling.Kind.YARN) {
      return yarn(i, plain, scaling);
    }
    double turns = scaling.originalPositions() * plain / (2 * Math.PI);
    double kept =
        (turns - scaling.lowFrequencyFactor())
            / (scaling.highFrequencyFactor() - scaling.lowFrequencyFactor());
    kept = Math.max(0, Math.min(1, kept));
    return plain * (kept + (1 - kept) / scaling.factor());
  }

  /** As in Hugging Face transformers, in its words: interpolation and extrapolation. */
  private double yarn(int i, double plain, RotaryScaling scaling) {
    int dimensions = config.attention().headWidth();
    double scale = dimensions / (2 * Math.log(config.rotary().theta()));
    double context = scaling.originalPositions() / (2 * Math.PI);
    double low = Math.floor(scale * Math.log(context / scaling.highFrequencyFactor()));
    double high = Math.ceil(scale * Math.log(context / scaling.lowFrequencyFactor()));
    low = Math.max(low, 0);
    high = Math.min(high, dimensions - 1);
    high += low == high ? 0.001 : 0;
    double extrapolated = 1 - Math.max(0, Math.min(1, (i - low) / (high - low)));
    return plain / scaling.factor() * (1 - extrapolated) + plain * extrapolated;
  }

  @Override
  public void close() {
    manager.close();
  }
}
