package org.sealflow.learn;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.OptimizerSettings;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ForwardPass;
import org.sealflow.model.Optimizer;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TrainedPart;
import org.sealflow.schemas.WeightsFormat;

/** A transformer, trained with AdamW. */
public final class ModelPolicy implements TrainablePolicy {
  private final PolicyModel model;
  private final Optimizer optimizer;
  private final double temperature;
  private final @Nullable TemplateMessages messages;
  private final boolean packing;

  /**
   * Trains a model, which is closed with this, without feedback.
   *
   * @param temperature what logits are divided by, above 0
   * @throws IllegalStateException if nothing of the model is trained
   */
  public ModelPolicy(PolicyModel model, OptimizerSettings settings, double temperature) {
    this(model, settings, temperature, false, null);
  }

  /**
   * Trains a model.
   *
   * @param packing whether rows of different length pass through the model without padding
   * @param messages how feedback is put before an answer, closed with this; null if none is given
   */
  ModelPolicy(
      PolicyModel model,
      OptimizerSettings settings,
      double temperature,
      boolean packing,
      @Nullable TemplateMessages messages) {
    this.messages = messages;
    this.packing = packing;
    this.model = model;
    this.temperature = temperature;
    this.optimizer =
        new Optimizer(
            model,
            new AdamWSettings(
                settings.beta1(), settings.beta2(), settings.epsilon(), settings.weightDecay()));
  }

  @Override
  public WeightsFormat format() {
    return model.trainedPart() == TrainedPart.ADAPTERS
        ? WeightsFormat.PEFT_ADAPTER
        : WeightsFormat.SAFETENSORS;
  }

  @Override
  public Optional<String> problem(TrainingSequence sequence) {
    int longest = model.options().contextLength();
    if (sequence.length() > longest) {
      return Optional.of(
          "it has "
              + sequence.length()
              + " tokens, expected at most the context length "
              + longest);
    }
    int vocabulary = model.config().vocabularySize();
    for (int token : sequence.tokens()) {
      if (token < 0 || token >= vocabulary) {
        return Optional.of(
            "it holds token " + token + ", expected 0 to " + (vocabulary - 1) + " of this model");
      }
    }
    return Optional.empty();
  }

  @Override
  public MessageTokens messages() {
    if (messages == null) {
      throw new IllegalStateException("the policy was opened without feedback");
    }
    return messages;
  }

  @Override
  public float[][] logProbs(List<TrainingSequence> rows) {
    return model.logProbs(batch(rows), temperature);
  }

  @Override
  public float[][] referenceLogProbs(List<TrainingSequence> rows) {
    return model.referenceLogProbs(batch(rows), temperature);
  }

  @Override
  public Pass forward(List<TrainingSequence> rows) {
    return new ModelPass(model.forward(batch(rows), temperature));
  }

  @Override
  public TokenBatch batch(List<TrainingSequence> rows) {
    return new TokenBatch(rows.stream().map(TrainingSequence::modelSequence).toList(), packing);
  }

  private record ModelPass(ForwardPass forward) implements Pass {
    @Override
    public float[][] logProbs() {
      return forward.logProbs();
    }

    @Override
    public void backward(float[][] gradientOfLogProbs) {
      forward.backward(gradientOfLogProbs);
    }

    @Override
    public void close() {
      forward.close();
    }
  }

  @Override
  public OptimizerStep step(double learningRate, double largestNorm) {
    return optimizer.step(learningRate, largestNorm);
  }

  @Override
  public long updates() {
    return optimizer.steps();
  }

  @Override
  public Snapshot snapshot() {
    return optimizer.snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    optimizer.restore(snapshot);
  }

  @Override
  public void save(Path directory) {
    switch (format()) {
      case PEFT_ADAPTER -> model.saveAdapters(directory);
      case SAFETENSORS, NONE -> model.save(directory);
    }
  }

  @Override
  public void releaseMemory() {
    model.releaseMemory();
  }

  @Override
  public void close() {
    optimizer.close();
    model.close();
    if (messages != null) {
      messages.close();
    }
  }
}
