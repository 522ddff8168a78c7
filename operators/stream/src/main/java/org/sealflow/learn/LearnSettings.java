package org.sealflow.learn;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sealflow.learn.algorithm.LearnerSettings;

/**
 * Settings of a learner.
 *
 * @param runId the run; batches and episodes of others are left alone
 * @param policyName name of the policy trained
 * @param algorithm settings of the mathematics by key, as {@link LearnerSettings#parse} takes them
 * @param temperature what logits are divided by, above 0: that of the rollouts
 * @param passTokens most tokens of one pass through the model, padding included, from 1; a sequence
 *     that is longer passes alone
 * @param weightsDirectory URI of the directory under which versions are published
 * @param keptVersions how many versions' weights stay published at least, from 1
 * @param stateLimitBytes most bytes of trained weights, in single precision, that checkpoints hold
 *     themselves, moments not counted, from 0; of more weights they hold the name of a file below
 *     the weights' directory
 * @param batchDeadline how long a batch may take from its manifest on; groups not complete by then
 *     are left out
 * @param batchOutput whether settled batches are put out, and who trains on them
 */
public record LearnSettings(
    String runId,
    String policyName,
    Map<String, String> algorithm,
    double temperature,
    int passTokens,
    String weightsDirectory,
    int keptVersions,
    long stateLimitBytes,
    Duration batchDeadline,
    BatchOutput batchOutput)
    implements Serializable {
  /** The default of {@code stateLimitBytes}: 64 MiB. */
  public static final long DEFAULT_STATE_LIMIT_BYTES = 64L << 20;

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public LearnSettings {
    algorithm = Map.copyOf(algorithm);
    List<String> problems = new ArrayList<>();
    expect(problems, !runId.isBlank(), "runId", runId, "a name");
    expect(problems, !policyName.isBlank(), "policyName", policyName, "a name");
    expect(
        problems,
        temperature > 0 && temperature < Double.POSITIVE_INFINITY,
        "temperature",
        temperature,
        "a number more than 0");
    expect(problems, passTokens >= 1, "passTokens", passTokens, "a whole number from 1");
    expect(problems, !weightsDirectory.isBlank(), "weightsDirectory", weightsDirectory, "a URI");
    expect(problems, keptVersions >= 1, "keptVersions", keptVersions, "a whole number from 1");
    expect(
        problems,
        stateLimitBytes >= 0,
        "stateLimitBytes",
        stateLimitBytes,
        "a whole number from 0");
    expect(
        problems,
        !batchDeadline.isNegative() && !batchDeadline.isZero(),
        "batchDeadline",
        batchDeadline,
        "more than nothing");
    try {
      LearnerSettings.parse(algorithm);
    } catch (IllegalArgumentException wrong) {
      problems.add(wrong.getMessage());
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "learn settings are wrong: " + String.join("; ", problems));
    }
  }

  private static void expect(
      List<String> problems, boolean fact, String key, Object value, String allowed) {
    if (!fact) {
      problems.add(key + " is " + value + ", expected " + allowed);
    }
  }

  /** Settings of a learner that keeps its batches to itself. */
  public LearnSettings(
      String runId,
      String policyName,
      Map<String, String> algorithm,
      double temperature,
      int passTokens,
      String weightsDirectory,
      int keptVersions,
      long stateLimitBytes,
      Duration batchDeadline) {
    this(
        runId,
        policyName,
        algorithm,
        temperature,
        passTokens,
        weightsDirectory,
        keptVersions,
        stateLimitBytes,
        batchDeadline,
        BatchOutput.NONE);
  }

  /** The same with settled batches put out, or not. */
  public LearnSettings withBatchOutput(BatchOutput output) {
    return new LearnSettings(
        runId,
        policyName,
        algorithm,
        temperature,
        passTokens,
        weightsDirectory,
        keptVersions,
        stateLimitBytes,
        batchDeadline,
        output);
  }

  /** The settings of the mathematics. */
  public LearnerSettings learner() {
    return LearnerSettings.parse(algorithm);
  }
}
