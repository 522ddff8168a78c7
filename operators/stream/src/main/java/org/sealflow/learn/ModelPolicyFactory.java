package org.sealflow.learn;

import java.nio.file.Path;
import org.sealflow.learn.engine.EngineOnClassPath;
import org.sealflow.model.LoraConfig;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.Precision;

/**
 * Opens a Hugging Face model directory for training: adapters on all projections, or all weights.
 *
 * @param directory the model's directory, on this machine
 * @param adapterRank inner width of the adapters, from 1; {@link #ALL_WEIGHTS} trains everything
 * @param adapterSeed what new adapters are drawn from
 * @param contextLength longest sequence, tokens
 * @param device {@code cpu}, or {@code gpu0}, {@code gpu1}, …
 * @param precision type of the base weights
 */
public record ModelPolicyFactory(
    String directory,
    int adapterRank,
    long adapterSeed,
    int contextLength,
    String device,
    Precision precision)
    implements TrainablePolicyFactory {
  /** The rank that means no adapters. */
  public static final int ALL_WEIGHTS = 0;

  /**
   * Checks the numbers; the directory is checked when the model is opened.
   *
   * @throws IllegalArgumentException if one is out of range, or all weights are to be trained in
   *     another precision than single
   */
  public ModelPolicyFactory {
    if (adapterRank < ALL_WEIGHTS) {
      throw new IllegalArgumentException(
          "adapterRank is " + adapterRank + ", expected 1 or more, or 0 to train all weights");
    }
    if (adapterRank == ALL_WEIGHTS && precision != Precision.FLOAT32) {
      throw new IllegalArgumentException(
          "precision is " + precision + ", but training all weights needs FLOAT32");
    }
    var unused = options(contextLength, device, precision);
  }

  private static ModelOptions options(int contextLength, String device, Precision precision) {
    return ModelOptions.onCpu(contextLength).withDevice(device).withPrecision(precision);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if feedback is on and the model's chat template cannot show it
   * @throws IllegalStateException if the engine is not where it must be, or cannot start
   */
  @Override
  public TrainablePolicy open(LearnSettings settings) {
    EngineOnClassPath.require(ModelPolicyFactory.class.getClassLoader());
    ModelOptions options = options(contextLength, device, precision);
    Path path = Path.of(directory);
    TemplateMessages messages =
        settings.learner().feedback().isOn() ? TemplateMessages.open(path) : null;
    PolicyModel model =
        adapterRank == ALL_WEIGHTS
            ? PolicyModel.fullyTrained(path, options)
            : PolicyModel.withNewAdapters(
                path, options, LoraConfig.everywhere(adapterRank), adapterSeed);
    return new ModelPolicy(model, settings.learner().optimizer(), settings.temperature(), messages);
  }
}
