package org.sealflow.learn.model;

import java.util.regex.Pattern;

/**
 * How a model is held and computed.
 *
 * @param precision type of the base weights
 * @param device {@code cpu}, or {@code gpu0}, {@code gpu1}, …
 * @param contextLength longest row in tokens, prompt and answer together; at most what the model
 *     allows
 * @param recomputeLayers whether a training pass keeps only what goes into each layer, and computes
 *     the layer a second time on the way back: about a third slower, a fraction of the memory
 * @param logitBudget most logits held at once by the vocabulary head, at least 1; a row of the
 *     vocabulary is never divided
 */
public record ModelOptions(
    Precision precision,
    String device,
    int contextLength,
    boolean recomputeLayers,
    long logitBudget) {
  private static final Pattern DEVICE = Pattern.compile("cpu|gpu\\d{1,2}");
  private static final long DEFAULT_LOGIT_BUDGET = 1L << 25;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming what is out of range
   */
  public ModelOptions {
    if (!DEVICE.matcher(device).matches()) {
      throw new IllegalArgumentException("device is " + device + ", expected cpu, gpu0, gpu1, …");
    }
    if (contextLength < 1) {
      throw new IllegalArgumentException(
          "contextLength is " + contextLength + ", expected 1 or more");
    }
    if (logitBudget < 1) {
      throw new IllegalArgumentException("logitBudget is " + logitBudget + ", expected 1 or more");
    }
  }

  /** Single precision on the CPU, layers recomputed. */
  public static ModelOptions onCpu(int contextLength) {
    return new ModelOptions(Precision.FLOAT32, "cpu", contextLength, true, DEFAULT_LOGIT_BUDGET);
  }

  /** The same with another precision. */
  public ModelOptions withPrecision(Precision other) {
    return new ModelOptions(other, device, contextLength, recomputeLayers, logitBudget);
  }

  /** The same on another device. */
  public ModelOptions withDevice(String other) {
    return new ModelOptions(precision, other, contextLength, recomputeLayers, logitBudget);
  }

  /** The same with layers recomputed or not. */
  public ModelOptions withRecomputeLayers(boolean on) {
    return new ModelOptions(precision, device, contextLength, on, logitBudget);
  }

  /** The same with another budget of logits. */
  public ModelOptions withLogitBudget(long logits) {
    return new ModelOptions(precision, device, contextLength, recomputeLayers, logits);
  }
}
