package org.sealflow.learn.algorithm.objective;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * The objective of a mini-batch.
 *
 * @param clipLow how far a ratio may fall below 1 and still push, above 0 and below 1; SEAL's 0.2
 * @param clipHigh how far it may rise above 1, more than 0; SEAL's 0.2, DAPO's 0.28
 * @param dualClip greatest ratio that counts against a negative advantage, more than {@code 1 +
 *     clipHigh}; null is off; SEAL's 10
 * @param ratio over what the ratio is taken; SEAL's {@code token}
 * @param aggregation how token losses become one; SEAL's effective {@code sequence-mean}
 * @param lengthConstant the constant of the aggregation {@code dr-grpo}, tokens, from 1
 * @param klCoefficient weight of the divergence from the reference, from 0; SEAL's 0.001
 * @param importanceCap greatest weight that corrects for the engine's log-probabilities, from 1;
 *     null is off, as in SEAL
 */
public record ObjectiveSettings(
    double clipLow,
    double clipHigh,
    @Nullable Double dualClip,
    RatioLevel ratio,
    Aggregation aggregation,
    int lengthConstant,
    double klCoefficient,
    @Nullable Double importanceCap)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** As in SEAL's main run. */
  public static final ObjectiveSettings SEAL =
      new ObjectiveSettings(
          0.2, 0.2, 10.0, RatioLevel.TOKEN, Aggregation.SEQUENCE_MEAN, 4096, 0.001, null);

  /** DAPO's upper clip and token mean, and the correction for the engine's log-probabilities. */
  public static final ObjectiveSettings DEFAULT =
      new ObjectiveSettings(
          0.2, 0.28, 10.0, RatioLevel.TOKEN, Aggregation.TOKEN_MEAN, 4096, 0.005, 2.0);

  /**
   * Checks the settings.
   *
   * @throws SettingsException naming every problem
   */
  public ObjectiveSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.expect(clipLow > 0 && clipLow < 1, "clipLow", clipLow, "more than 0, less than 1");
    problems.positive("clipHigh", clipHigh);
    problems.expect(
        dualClip == null || (dualClip > 1 + clipHigh && Double.isFinite(dualClip)),
        "dualClip",
        dualClip,
        "more than 1 + clipHigh, or off");
    problems.atLeast(1, "lengthConstant", lengthConstant);
    problems.notNegative("klCoefficient", klCoefficient);
    problems.expect(
        importanceCap == null || (importanceCap >= 1 && Double.isFinite(importanceCap)),
        "importanceCap",
        importanceCap,
        "a number from 1, or off");
    problems.throwIfAny();
  }
}
