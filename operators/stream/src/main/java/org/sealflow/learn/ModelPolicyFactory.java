package org.sealflow.learn;

import java.nio.file.Path;
import org.sealflow.learn.engine.EngineOnClassPath;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.Precision;

/**
 * Opens a Hugging Face model directory for training: adapters on all projections, or all weights.
 *
 * @param directory the model's directory, on this machine
 * @param adapterRank inner width of the adapters, from 1; {@link #ALL_WEIGHTS} trains everything
 * @param adapterSeed what new adapters are drawn from
 * @param contextLength longest sequence, tokens
 * @param device {@code cpu}, or {@code gpu0}, {@code gpu1}, …
 * @param precision type that weights are computed in; what is trained is held in single precision
 * @param activationBudget most bytes of activations that a pass keeps, from 0; beyond it layers are
 *     computed a second time
 * @param packing whether rows of different length pass through the model without padding
 */
public record ModelPolicyFactory(
    String directory,
    int adapterRank,
    long adapterSeed,
    int contextLength,
    String device,
    Precision precision,
    long activationBudget,
    boolean packing)
    implements TrainablePolicyFactory {
  /** The rank that means no adapters. */
  public static final int ALL_WEIGHTS = 0;

  /** The default of {@code activationBudget}: 1 GiB. */
  public static final long DEFAULT_ACTIVATION_BUDGET = 1L << 30;

  /**
   * Checks the numbers; the directory is checked when the model is opened.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ModelPolicyFactory {
    if (adapterRank < ALL_WEIGHTS) {
      throw new IllegalArgumentException(
          "adapterRank is " + adapterRank + ", expected 1 or more, or 0 to train all weights");
    }
    var unused = options(contextLength, device, precision, activationBudget);
  }

  /** With the usual budget of activations, rows packed. */
  public ModelPolicyFactory(
      String directory,
      int adapterRank,
      long adapterSeed,
      int contextLength,
      String device,
      Precision precision) {
    this(
        directory,
        adapterRank,
        adapterSeed,
        contextLength,
        device,
        precision,
        DEFAULT_ACTIVATION_BUDGET,
        true);
  }

  private static ModelOptions options(
      int contextLength, String device, Precision precision, long activationBudget) {
    return ModelOptions.onCpu(contextLength)
        .withDevice(device)
        .withPrecision(precision)
        .withActivationBudget(activationBudget);
  }

  /** How the model is held. */
  public ModelOptions options() {
    return options(contextLength, device, precision, activationBudget);
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
    ModelOptions options = options();
    Path path = Path.of(directory);
    TemplateMessages messages =
        settings.learner().feedback().isOn() ? TemplateMessages.open(path) : null;
    PolicyModel model =
        adapterRank == ALL_WEIGHTS
            ? PolicyModel.fullyTrained(path, options, hasReference(settings))
            : PolicyModel.withNewAdapters(
                path, options, LoraConfig.everywhere(adapterRank), adapterSeed);
    return new ModelPolicy(
        model, settings.learner().optimizer(), settings.temperature(), packing, messages);
  }

  /** A second copy of all weights is held only if the divergence from it counts. */
  private static boolean hasReference(LearnSettings settings) {
    return settings.learner().objective().klCoefficient() > 0;
  }
}
