package org.sealflow.learn.algorithm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.algorithm.objective.ObjectiveSettings;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsMapping;

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

  private static final String PRESET = "preset";

  /** A set of settings to start from. */
  public enum Preset {
    /** See {@link LearnerSettings#defaults}. */
    DEFAULT,
    /** See {@link LearnerSettings#sealFaithful}. */
    SEAL_FAITHFUL;

    private LearnerSettings settings() {
      return switch (this) {
        case DEFAULT -> defaults();
        case SEAL_FAITHFUL -> sealFaithful();
      };
    }
  }

  private record Base(Preset preset) {}

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
   * The settings of a section, all else as in the preset that its key {@code preset} names: {@code
   * default} or {@code seal-faithful}.
   *
   * @param path name of the section; empty at the root
   * @param problems takes what is wrong, a line each: unknown keys, values that cannot be read,
   *     values out of range
   */
  public static LearnerSettings read(String path, ObjectNode given, List<String> problems) {
    SettingsMapping mapping = new SettingsMapping(problems);
    Base base = mapping.over(path, new Base(Preset.DEFAULT), given.deepCopy().retain(PRESET));
    return mapping.over(path, base.preset.settings(), given.deepCopy().without(PRESET));
  }

  /**
   * The settings given by key.
   *
   * @param given values by key; numbers and words as text, {@code off} where a limit can be off
   * @throws SettingsException naming every problem, as {@link #read}
   */
  public static LearnerSettings parse(Map<String, String> given) {
    List<String> problems = new ArrayList<>();
    LearnerSettings settings = read("", SettingsMapping.nested(given), problems);
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return settings;
  }

  /**
   * The same for a run of so many batches: a rate that decays does so over all of them, if its
   * steps are not given.
   */
  public LearnerSettings over(int batches) {
    int miniBatches = (batch.groups() + batch.miniBatchGroups() - 1) / batch.miniBatchGroups();
    long steps = (long) batches * miniBatches * batch.epochs();
    return new LearnerSettings(
        reward, advantage, batch, weighting, feedback, objective, optimizer.over(steps));
  }
}
