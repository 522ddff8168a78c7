package org.sealflow.model;

import java.util.regex.Pattern;
import org.sealflow.model.config.Precision;

/**
 * Options of holding and computing a model.
 *
 * @param precision type of the base weights
 * @param device {@code cpu}, or {@code gpu0}, {@code gpu1}, …
 * @param contextLength longest row in tokens, prompt and answer together; at most what the model
 *     allows
 * @param activationBudget most bytes of activations that a training pass keeps for its way back, by
 *     the estimate of {@link ActivationMemory}, from 0. Where a pass would keep more, only what
 *     goes into each layer is kept, and the layers are computed a second time: about a third
 *     slower, a fraction of the memory
 * @param logitBudget most logits held at once by the vocabulary head, at least 1; a row of the
 *     vocabulary is never divided
 */
public record ModelOptions(
    Precision precision,
    String device,
    int contextLength,
    long activationBudget,
    long logitBudget) {
  private static final Pattern DEVICE = Pattern.compile("cpu|gpu\\d{1,2}");
  private static final long DEFAULT_ACTIVATION_BUDGET = 1L << 30;
  private static final long DEFAULT_LOGIT_BUDGET = 1L << 25;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming what is out of range
   */
  public ModelOptions {
    requireDevice(device);
    if (contextLength < 1) {
      throw new IllegalArgumentException(
          "contextLength is " + contextLength + ", expected 1 or more");
    }
    if (activationBudget < 0) {
      throw new IllegalArgumentException(
          "activationBudget is " + activationBudget + ", expected 0 or more bytes");
    }
    if (logitBudget < 1) {
      throw new IllegalArgumentException("logitBudget is " + logitBudget + ", expected 1 or more");
    }
  }

  /**
   * Checks the name of a device, there or not.
   *
   * @throws IllegalArgumentException saying how devices are named
   */
  public static void requireDevice(String device) {
    if (!DEVICE.matcher(device).matches()) {
      throw new IllegalArgumentException("device is " + device + ", expected cpu, gpu0, gpu1, …");
    }
  }

  /** Single precision on the CPU, up to a gibibyte of activations kept. */
  public static ModelOptions onCpu(int contextLength) {
    return new ModelOptions(
        Precision.FLOAT32, "cpu", contextLength, DEFAULT_ACTIVATION_BUDGET, DEFAULT_LOGIT_BUDGET);
  }

  /** The same with another precision. */
  public ModelOptions withPrecision(Precision other) {
    return new ModelOptions(other, device, contextLength, activationBudget, logitBudget);
  }

  /** The same on another device. */
  public ModelOptions withDevice(String other) {
    return new ModelOptions(precision, other, contextLength, activationBudget, logitBudget);
  }

  /** The same with another budget of activations. */
  public ModelOptions withActivationBudget(long bytes) {
    return new ModelOptions(precision, device, contextLength, bytes, logitBudget);
  }

  /** The same with layers always recomputed, or never. */
  public ModelOptions withRecomputeLayers(boolean on) {
    return withActivationBudget(on ? 0 : Long.MAX_VALUE);
  }

  /** The same with another budget of logits. */
  public ModelOptions withLogitBudget(long logits) {
    return new ModelOptions(precision, device, contextLength, activationBudget, logits);
  }
}
