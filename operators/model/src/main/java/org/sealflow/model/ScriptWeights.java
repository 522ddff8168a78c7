package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.IValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;

/**
 * The weights of a model as TorchScript takes them, built once: native references to tensors that
 * others own, so that updates in place are seen. With or without adapters: without, they are the
 * frozen reference.
 */
final class ScriptWeights implements AutoCloseable {
  private final IValue top;
  private final List<IValue> layers = new ArrayList<>();
  private final IValue allLayers;
  private final double adapterScale;

  ScriptWeights(ModelConfig config, Map<String, NDArray> weights, @Nullable Adapters adapters) {
    this(config, weights, adapters, null);
  }

  /**
   * Weights computed in another type than they are held in.
   *
   * @param computed any tensor of the type that they are computed in; null if it is their own
   */
  ScriptWeights(
      ModelConfig config,
      Map<String, NDArray> weights,
      @Nullable Adapters adapters,
      @Nullable NDArray computed) {
    Map<String, NDArray> outer = new LinkedHashMap<>();
    NDArray embedding = weight(weights, TensorLayout.EMBEDDING);
    outer.put("embedding", embedding);
    outer.put("norm", weight(weights, TensorLayout.NORM));
    outer.put("head", config.tiedHead() ? embedding : weight(weights, TensorLayout.HEAD));
    if (computed != null) {
      outer.put("computed", computed);
    }
    top = dictionary(outer);
    for (int layer = 0; layer < config.layers(); layer++) {
      String prefix = TensorLayout.layerPrefix(layer);
      Map<String, NDArray> own = new LinkedHashMap<>();
      collect(weights, prefix, own);
      if (adapters != null) {
        collect(adapters.arrays(), prefix, own);
      }
      layers.add(dictionary(own));
    }
    allLayers = IValue.listFrom(layers.toArray(IValue[]::new));
    adapterScale = adapters == null ? 0 : adapters.config().scale();
  }

  private static NDArray weight(Map<String, NDArray> weights, String name) {
    NDArray weight = weights.get(name);
    if (weight == null) {
      throw new IllegalArgumentException("tensor " + name + " is missing");
    }
    return weight;
  }

  private static void collect(
      Map<String, NDArray> all, String prefix, Map<String, NDArray> target) {
    all.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            target.put(name.substring(prefix.length()), value);
          }
        });
  }

  private static IValue dictionary(Map<String, NDArray> values) {
    Map<String, PtNDArray> references = new LinkedHashMap<>();
    values.forEach((name, value) -> references.put(name, (PtNDArray) value));
    return IValue.stringMapFrom(references);
  }

  /** Embedding, last normalization and vocabulary head. */
  IValue top() {
    return top;
  }

  /** The tensors of a layer, from 0. */
  IValue layer(int index) {
    return layers.get(index);
  }

  /** The tensors of all layers. */
  IValue allLayers() {
    return allLayers;
  }

  /** The factor on the products of the adapters. */
  double adapterScale() {
    return adapterScale;
  }

  @Override
  public void close() {
    allLayers.close();
    layers.forEach(IValue::close);
    top.close();
  }
}
