package org.sealflow.learn;

import java.io.Serializable;
import java.time.Duration;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * Settings of a learner.
 *
 * @param runId the run; batches and episodes of others are left alone
 * @param policyName name of the policy trained
 * @param learner batches and mathematics
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
    LearnerSettings learner,
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
   * @throws SettingsException naming every problem
   */
  public LearnSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.expect(!runId.isBlank(), "runId", runId, "a name");
    problems.expect(!policyName.isBlank(), "policyName", policyName, "a name");
    problems.expect(
        temperature > 0 && temperature < Double.POSITIVE_INFINITY,
        "temperature",
        temperature,
        "a number more than 0");
    problems.expect(passTokens >= 1, "passTokens", passTokens, "a whole number from 1");
    problems.expect(!weightsDirectory.isBlank(), "weightsDirectory", weightsDirectory, "a URI");
    problems.expect(keptVersions >= 1, "keptVersions", keptVersions, "a whole number from 1");
    problems.expect(
        stateLimitBytes >= 0, "stateLimitBytes", stateLimitBytes, "a whole number from 0");
    problems.expect(
        !batchDeadline.isNegative() && !batchDeadline.isZero(),
        "batchDeadline",
        batchDeadline,
        "more than nothing");
    problems.expect(
        learner.optimizer().learningRate().isComplete(),
        "optimizer.learningRate.totalSteps",
        learner.optimizer().learningRate().totalSteps(),
        "the number of optimizer steps that the rate decays over");
    problems.throwIfAny();
  }

  /** Settings of a learner that keeps its batches to itself. */
  public LearnSettings(
      String runId,
      String policyName,
      LearnerSettings learner,
      double temperature,
      int passTokens,
      String weightsDirectory,
      int keptVersions,
      long stateLimitBytes,
      Duration batchDeadline) {
    this(
        runId,
        policyName,
        learner,
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
        learner,
        temperature,
        passTokens,
        weightsDirectory,
        keptVersions,
        stateLimitBytes,
        batchDeadline,
        output);
  }
}
