package org.sealflow.learn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.Precision;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/** A transformer of two layers with random weights, as a directory. */
public final class TestingModel {
  public static final int VOCABULARY = 24;
  public static final int CONTEXT = 32;
  public static final int RANK = 4;

  private TestingModel() {}

  private static ModelConfig config(int vocabulary) {
    return new ModelConfig(
        ModelFamily.QWEN3,
        vocabulary,
        24,
        2,
        40,
        1e-6,
        new AttentionConfig(4, 2, 8, AttentionBias.NONE),
        new RotaryConfig(1e4, 64, RotaryScaling.none()),
        true);
  }

  /** Writes it into a folder. */
  public static Path write(Path folder) {
    Path directory = folder.resolve("model");
    write(directory, VOCABULARY, new SplittableRandom(11));
    return directory;
  }

  /** Writes one of a vocabulary of that many tokens to a directory. */
  public static void write(Path directory, int vocabulary, SplittableRandom random) {
    ModelConfig config = config(vocabulary);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config).forEach((name, shape) -> tensors.add(tensor(name, shape, random)));
    ModelWriter.write(directory, config, tensors);
  }

  /** Uniform around 0, and around 1 for the gains of norms. */
  private static HostTensor tensor(String name, List<Long> shape, SplittableRandom random) {
    long size = shape.stream().reduce(1L, Math::multiplyExact);
    float[] values = new float[Math.toIntExact(size)];
    for (int i = 0; i < values.length; i++) {
      double centre = name.contains("norm") ? 1 : 0;
      values[i] = (float) (centre + random.nextDouble(-0.35, 0.35));
    }
    return new HostTensor(name, shape, values);
  }

  /** Trains adapters of it. */
  public static ModelPolicyFactory adapters(Path model) {
    return new ModelPolicyFactory(model.toString(), RANK, 5, CONTEXT, "cpu", Precision.FLOAT32);
  }

  /** Trains all of it. */
  public static ModelPolicyFactory everything(Path model) {
    return new ModelPolicyFactory(
        model.toString(), ModelPolicyFactory.ALL_WEIGHTS, 5, CONTEXT, "cpu", Precision.FLOAT32);
  }
}
