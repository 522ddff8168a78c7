package org.sealflow.learn.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.config.Precision;

/**
 * Settings of an engine: how it holds its model and how much it does at the same time.
 *
 * @param contextLength longest context, prompt and answer together, tokens
 * @param device {@code cpu}, or {@code gpu0}, {@code gpu1}, …
 * @param precision type of the weights
 * @param maxRows most answers sampled at the same time
 * @param maxWaiting most requests that wait for a place; further ones are refused
 * @param keptBytes memory, for each of the weights in use, for the keys and values that are kept
 *     after their answer, so that an episode's next step reads only what is new; 0 for none. All
 *     episodes that go on at the same time should find room: they take turns, so that with less
 *     each is dropped just before it goes on
 * @param joinShare share of an engine's answers that must wait before those under way pause for
 *     their prompts to be read, from 0 (at once) to 1
 */
public record EngineSettings(
    int contextLength,
    String device,
    Precision precision,
    int maxRows,
    int maxWaiting,
    long keptBytes,
    double joinShare)
    implements Serializable {
  private static final int ROWS = 64;
  private static final int WAITING = 4096;
  private static final long KEPT_BYTES = 1L << 30;
  private static final double JOIN_SHARE = 0.2;

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public EngineSettings {
    List<String> problems = new ArrayList<>();
    try {
      options(contextLength, device, precision);
    } catch (IllegalArgumentException wrong) {
      problems.add(String.valueOf(wrong.getMessage()));
    }
    if (maxRows < 1) {
      problems.add("maxRows is " + maxRows + ", expected 1 or more");
    }
    if (maxWaiting < 1) {
      problems.add("maxWaiting is " + maxWaiting + ", expected 1 or more");
    }
    if (keptBytes < 0) {
      problems.add("keptBytes is " + keptBytes + ", expected 0 (none) or more");
    }
    if (!(joinShare >= 0 && joinShare <= 1)) {
      problems.add("joinShare is " + joinShare + ", expected 0 to 1");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** Single precision on the CPU; 64 answers at the same time. */
  public static EngineSettings onCpu(int contextLength) {
    return new EngineSettings(
        contextLength, "cpu", Precision.FLOAT32, ROWS, WAITING, KEPT_BYTES, JOIN_SHARE);
  }

  /** The same on another device, in another precision. */
  public EngineSettings on(String otherDevice, Precision otherPrecision) {
    return new EngineSettings(
        contextLength, otherDevice, otherPrecision, maxRows, maxWaiting, keptBytes, joinShare);
  }

  /** The same with other limits on what goes on at the same time. */
  public EngineSettings withLimits(int rows, int waiting) {
    return new EngineSettings(
        contextLength, device, precision, rows, waiting, keptBytes, joinShare);
  }

  /** The same with prompts read earlier or later. */
  public EngineSettings withJoinShare(double share) {
    return new EngineSettings(
        contextLength, device, precision, maxRows, maxWaiting, keptBytes, share);
  }

  ModelOptions modelOptions() {
    return options(contextLength, device, precision);
  }

  private static ModelOptions options(int contextLength, String device, Precision precision) {
    return ModelOptions.onCpu(contextLength).withDevice(device).withPrecision(precision);
  }
}
