package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Projection;
import org.sealflow.model.config.TensorLayout;

/**
 * The low-rank adapters of a model: of each target projection, A [rank, inputs] and B [outputs,
 * rank].
 *
 * @param config their form
 * @param arrays the tensors by name, such as {@code model.layers.0.self_attn.q_proj.lora_A}, in the
 *     order of the layers
 */
public record Adapters(LoraConfig config, Map<String, NDArray> arrays) {
  static final String A = ".lora_A";
  static final String B = ".lora_B";

  /** Name and shape of every tensor. */
  static Map<String, Shape> shapes(ModelConfig model, LoraConfig config) {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    for (int layer = 0; layer < model.layers(); layer++) {
      for (Projection projection : config.targets()) {
        String name = TensorLayout.layerPrefix(layer) + projection.path();
        shapes.put(name + A, new Shape(config.rank(), projection.inputs(model)));
        shapes.put(name + B, new Shape(projection.outputs(model), config.rank()));
      }
    }
    return shapes;
  }

  /**
   * New adapters, which change nothing yet: A uniform within {@code 1 / sqrt(inputs)}, B zero.
   *
   * @param seed what A is drawn from
   */
  static Adapters initial(ModelConfig model, LoraConfig config, long seed, NDManager manager) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, NDArray> arrays = new LinkedHashMap<>();
    shapes(model, config)
        .forEach(
            (name, shape) ->
                arrays.put(
                    name,
                    name.endsWith(A)
                        ? manager.create(uniform(shape, random), shape)
                        : manager.zeros(shape)));
    return new Adapters(config, arrays);
  }

  private static float[] uniform(Shape shape, SplittableRandom random) {
    double bound = 1 / Math.sqrt((double) shape.get(1));
    float[] values = new float[Math.toIntExact(shape.size())];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (bound * (2 * random.nextDouble() - 1));
    }
    return values;
  }

  /** The tensors as what is trained. */
  List<TrainedTensor> parameters() {
    List<TrainedTensor> parameters = new ArrayList<>();
    arrays.forEach((name, value) -> parameters.add(new TrainedTensor(name, value)));
    return parameters;
  }
}
