package org.sealflow.model.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tensors that a model of some configuration has, by their Hugging Face names. */
public final class TensorLayout {
  public static final String EMBEDDING = "model.embed_tokens.weight";
  public static final String NORM = "model.norm.weight";
  public static final String HEAD = "lm_head.weight";

  private TensorLayout() {}

  /** Name and shape of every tensor, in the order of the forward pass. */
  public static Map<String, List<Long>> of(ModelConfig config) {
    Map<String, List<Long>> shapes = new LinkedHashMap<>();
    List<Long> vocabulary = List.of((long) config.vocabularySize(), (long) config.width());
    shapes.put(EMBEDDING, vocabulary);
    for (int layer = 0; layer < config.layers(); layer++) {
      String prefix = layerPrefix(layer);
      ofLayer(config).forEach((name, shape) -> shapes.put(prefix + name, shape));
    }
    shapes.put(NORM, List.of((long) config.width()));
    if (!config.tiedHead()) {
      shapes.put(HEAD, vocabulary);
    }
    return shapes;
  }

  /** Prefix of the names of a layer's tensors; layers count from 0. */
  public static String layerPrefix(int layer) {
    return "model.layers." + layer + ".";
  }

  /** Name within the layer, and shape, of each of a layer's tensors. */
  public static Map<String, List<Long>> ofLayer(ModelConfig config) {
    Map<String, List<Long>> shapes = new LinkedHashMap<>();
    List<Long> width = List.of((long) config.width());
    shapes.put("input_layernorm.weight", width);
    for (Projection projection : Projection.values()) {
      if (projection == Projection.GATE) {
        shapes.put("post_attention_layernorm.weight", width);
      }
      long outputs = projection.outputs(config);
      shapes.put(projection.path() + ".weight", List.of(outputs, projection.inputs(config)));
      if (projection.hasBias(config.attention().bias())) {
        shapes.put(projection.path() + ".bias", List.of(outputs));
      }
    }
    if (config.family() == ModelFamily.QWEN3) {
      List<Long> head = List.of((long) config.attention().headWidth());
      shapes.put("self_attn.q_norm.weight", head);
      shapes.put("self_attn.k_norm.weight", head);
    }
    return shapes;
  }
}
