package org.sealflow.learn.algorithm;

import java.io.Serializable;
import java.util.Map;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.algorithm.objective.ObjectiveSettings;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsReader;

/**
 * All settings of the learner's mathematics. Each value is set by its key, the path of names from
 * here, as in {@code objective.clipHigh}; each section documents its own and gives SEAL's values.
 *
 * @param reward what an episode is rewarded for
 * @param advantage how rewards become advantages
 * @param batch what a step consumes
 * @param weighting how diagnoses weigh advantages
 * @param feedback how feedback on failed turns shapes the advantages of their tokens
 * @param objective the objective of a mini-batch
 * @param optimizer what follows the gradient
 */
public record LearnerSettings(
    RewardRule reward,
    AdvantageRule advantage,
    BatchSettings batch,
    WeightingSettings weighting,
    FeedbackSettings feedback,
    ObjectiveSettings objective,
    OptimizerSettings optimizer)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** A set of settings to start from. */
  public enum Preset {
    /** See {@link LearnerSettings#defaults}. */
    DEFAULT,
    /** See {@link LearnerSettings#sealFaithful}. */
    SEAL_FAITHFUL
  }

  /**
   * Our defaults: the signed rule; groups of equal rewards dropped and half as many again planned;
   * DAPO's clip and token mean; a KL coefficient of 0.005; the correction for the engine's
   * log-probabilities; one version of staleness; a warm-up of 5 steps. All else as in SEAL.
   */
  public static LearnerSettings defaults() {
    return new LearnerSettings(
        RewardRule.OFFICIAL,
        AdvantageRule.GRPO,
        new BatchSettings(32, 8, 48, DropRule.ZERO_VARIANCE, 8, 1, 0.5, 1),
        WeightingSettings.SIGNED,
        FeedbackSettings.NONE,
        ObjectiveSettings.DEFAULT,
        new OptimizerSettings(
            new LearningRate(1e-6, 5, LearningRate.Decay.CONSTANT, 0, 0),
            0.01,
            0.9,
            0.999,
            1e-8,
            1));
  }

  /** SEAL's main run (arXiv 2605.24426, table 4, and the configuration released with it). */
  public static LearnerSettings sealFaithful() {
    return new LearnerSettings(
        RewardRule.OFFICIAL,
        AdvantageRule.GRPO,
        BatchSettings.SEAL,
        WeightingSettings.SEAL,
        FeedbackSettings.NONE,
        ObjectiveSettings.SEAL,
        OptimizerSettings.SEAL);
  }

  /**
   * The settings given by key, all else as in the preset that the key {@code preset} names ({@code
   * default} or {@code seal-faithful}).
   *
   * @param given values by key; numbers and words as text, {@code off} where a limit can be off
   * @throws SettingsException naming every problem: unknown keys, values that cannot be read,
   *     values out of range
   */
  public static LearnerSettings parse(Map<String, String> given) {
    SettingsReader reader = new SettingsReader(given);
    LearnerSettings base =
        switch (reader.choice("preset", Preset.DEFAULT)) {
          case DEFAULT -> defaults();
          case SEAL_FAITHFUL -> sealFaithful();
        };
    LearnerSettings settings =
        new LearnerSettings(
            reader.choice("reward", base.reward),
            reader.choice("advantage", base.advantage),
            BatchSettings.read(reader, base.batch),
            WeightingSettings.read(reader, base.weighting),
            FeedbackSettings.read(reader, base.feedback),
            ObjectiveSettings.read(reader, base.objective),
            OptimizerSettings.read(reader, base.optimizer));
    reader.finish();
    return settings;
  }
}
