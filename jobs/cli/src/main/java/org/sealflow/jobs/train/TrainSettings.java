package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.LabelRule;
import org.sealflow.jobs.settings.yaml.SettingsFile;
import org.sealflow.learn.BatchOutput;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.model.config.Precision;
import org.sealflow.settings.SameSection;
import org.sealflow.settings.SettingsProblems;

/**
 * Settings of a training run. Each is documented in {@code train-defaults.yaml}, beside its value
 * where a file says nothing.
 *
 * @param learner batches and mathematics; a rate that decays does so over the whole run, if its
 *     steps are not given
 */
public record TrainSettings(
    Run run,
    PolicyStart policy,
    TrainRollouts rollouts,
    TrainTasks tasks,
    Environment environment,
    LearnerSettings learner,
    EvaluationPlan evaluation,
    Guards guards) {
  private static final String DEFAULTS = "train-defaults.yaml";

  /** The run as a whole. */
  public record Run(
      String name,
      String directory,
      String note,
      long seed,
      int threads,
      Duration checkpointInterval,
      @SameSection Length length,
      @SameSection Products products) {
    /** Checks the problems. */
    public Run {
      SettingsProblems problems = new SettingsProblems();
      problems.expect(
          name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"), "name", name, "letters, digits, . _ -");
      problems.atLeast(0, "threads", threads);
      problems.expect(
          checkpointInterval.compareTo(ExecutionSettings.LEAST_CHECKPOINT_INTERVAL) >= 0,
          "checkpointInterval",
          checkpointInterval,
          "10ms or more");
      problems.throwIfAny();
    }

    /**
     * Threads of an operation of the engine, from 1: learner and rollouts compute at the same time,
     * so each gets half of the processors where nothing is said.
     */
    int engineThreads() {
      return threads > 0 ? threads : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }
  }

  /** The length of the run: it ends with the batches, or the tokens if they are not 0. */
  public record Length(int batches, long tokens) {
    /** Checks the problems. */
    public Length {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "batches", batches);
      problems.expect(tokens >= 0, "tokens", tokens, "0 or more");
      problems.throwIfAny();
    }
  }

  /** The products of the run: versions of the policy, and batches for other trainers. */
  public record Products(
      String weights, int keptVersions, String stateLimit, BatchOutput trainingBatches) {
    /** Checks the problems. */
    public Products {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "keptVersions", keptVersions);
      problems.check(() -> bytes("stateLimit", stateLimit));
      problems.throwIfAny();
    }

    /**
     * Where versions are published, as a URI.
     *
     * @param run the run
     * @param own the run's own directory for them
     */
    String weightsOf(String run, Path own) {
      return weights.isEmpty() ? own.toUri().toString() : weights.replaceFirst("/*$", "/") + run;
    }

    /** Most bytes of trained weights that checkpoints hold themselves. */
    long stateLimitBytes() {
      return bytes("stateLimit", stateLimit);
    }
  }

  /** The policy that training starts from, and how the learner holds it. */
  public record PolicyStart(
      String name,
      String model,
      int adapterRank,
      int contextLength,
      String device,
      Precision precision,
      int passTokens,
      String activationBudget,
      boolean packing) {
    /** Checks the problems. */
    public PolicyStart {
      SettingsProblems problems = new SettingsProblems();
      problems.expect(!name.isBlank(), "name", name, "a name");
      problems.expect(!model.isBlank(), "model", model, "a directory");
      problems.atLeast(0, "adapterRank", adapterRank);
      problems.atLeast(16, "contextLength", contextLength);
      problems.atLeast(1, "passTokens", passTokens);
      problems.check(() -> bytes("activationBudget", activationBudget));
      problems.throwIfAny();
    }

    /** Most bytes of activations that a pass of the learner keeps. */
    long activationBudgetBytes() {
      return bytes("activationBudget", activationBudget);
    }
  }

  private static long bytes(String name, String size) {
    try {
      return MemorySize.parseBytes(size);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          name + " is " + size + ", expected a size such as 64m or 2g", malformed);
    }
  }

  /** The patches an episode may be shown. */
  public enum PatchRule {
    /** Patches as capabilities need them. */
    LIVE,
    /** Guidelines as SEAL's release has them. */
    SEAL,
    /** None. */
    NONE
  }

  /** Whether it is measured how much successes lean on a patch, and how much they may. */
  public record Reliance(boolean measured, double threshold, int episodes) {
    /** Checks the problems. */
    public Reliance {
      SettingsProblems problems = new SettingsProblems();
      problems.notNegative("threshold", threshold);
      problems.atLeast(1, "episodes", episodes);
      problems.throwIfAny();
    }

    /** The limit; null if nothing is measured. */
    EvolveSettings.@Nullable Reliance limit() {
      return measured ? new EvolveSettings.Reliance(threshold, episodes) : null;
    }
  }

  /**
   * The model that judges natural-language assertions.
   *
   * @param baseUrl of its server; empty if they stay open
   * @param model its name at the server
   * @param keyVariable the environment variable with the bearer key
   * @param timeout how long one judgement may take
   */
  public record Judge(String baseUrl, String model, String keyVariable, Duration timeout) {
    /** Checks that they go together. */
    public Judge {
      SettingsProblems problems = new SettingsProblems();
      if (!baseUrl.isEmpty()) {
        problems.check(() -> new JudgeSettings(baseUrl, model, keyVariable, timeout));
      }
      problems.throwIfAny();
    }

    /** The judge; null if there is none. */
    @Nullable JudgeSettings settings() {
      return baseUrl.isEmpty() ? null : new JudgeSettings(baseUrl, model, keyVariable, timeout);
    }
  }

  /** The environment's side of the loop. */
  public record Environment(
      PatchRule patches,
      double holdout,
      Reliance reliance,
      LabelRule labels,
      boolean repairs,
      Judge judge) {
    /** Checks the ranges: without a holdout nothing tells whether a patch transfers. */
    public Environment {
      SettingsProblems problems = new SettingsProblems();
      problems.expect(holdout >= 0 && holdout <= 1, "holdout", holdout, "0 to 1");
      problems.expect(
          holdout > 0 || !reliance.measured || patches != PatchRule.LIVE,
          "holdout",
          holdout,
          "more than 0, since reliance is measured: without a holdout nobody sees whether a patch"
              + " transfers");
      problems.throwIfAny();
    }
  }

  /**
   * When the policy is measured, on how many tasks, and whether sampled besides greedily.
   *
   * @param start the directory of a run whose greedy evaluations of the start are taken over; empty
   *     if the start is measured
   */
  public record EvaluationPlan(int every, int tasks, int test, boolean sampled, String start) {
    /** Checks the problems. */
    public EvaluationPlan {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(0, "every", every);
      problems.atLeast(0, "tasks", tasks);
      problems.atLeast(0, "test", test);
      problems.throwIfAny();
    }

    /** Whether a version is measured on the way. */
    boolean isDue(long version) {
      return every > 0 && tasks > 0 && version % every == 0;
    }
  }

  /** The reactions to a run whose base success falls or whose empty turns grow. */
  public enum GuardAction {
    /** It stops. */
    STOP,
    /** It goes on at a lower learning rate; it stops where that has not helped often enough. */
    LOWER_RATE
  }

  /** The guards of a run. */
  public record Guards(
      double baseDrop,
      double emptyTurns,
      int flatBatches,
      GuardAction action,
      double rateFactor,
      int lowerings) {
    private static final int MOST_LOWERINGS = 20;

    /** Checks the problems. */
    public Guards {
      SettingsProblems problems = new SettingsProblems();
      problems.expect(baseDrop >= 0 && baseDrop <= 1, "baseDrop", baseDrop, "0 to 1");
      problems.expect(
          emptyTurns == 0 || emptyTurns > 1, "emptyTurns", emptyTurns, "0, or more than 1");
      problems.atLeast(0, "flatBatches", flatBatches);
      problems.expect(
          rateFactor > 0 && rateFactor < 1, "rateFactor", rateFactor, "more than 0, less than 1");
      problems.expect(
          lowerings >= 1 && lowerings <= MOST_LOWERINGS,
          "lowerings",
          lowerings,
          "1 to " + MOST_LOWERINGS);
      problems.throwIfAny();
    }
  }

  /** Ends a decay of the rate with the run, if nothing else is said. */
  public TrainSettings {
    learner = learner.over(run.length.batches());
  }

  /**
   * Some sections as texts, by keys of the form {@code section.name}.
   *
   * @throws org.sealflow.jobs.settings.UserError naming everything that is wrong
   */
  static Map<String, String> byKey(Path file, List<String> overrides, List<String> sections) {
    SettingsFile given = SettingsFile.read(TrainSettings.class, DEFAULTS, file, overrides);
    Map<String, String> values = new TreeMap<>();
    for (String section : sections) {
      given.flat(section).forEach((name, value) -> values.put(section + "." + name, value));
    }
    given.requireSound();
    return values;
  }

  /** Settings and the text that gives the same ones again. */
  public record Read(TrainSettings settings, String text) {}

  /**
   * Reads settings.
   *
   * @param overrides settings of the form {@code section.name=value}, over those of the file
   * @throws org.sealflow.jobs.settings.UserError naming everything that is wrong
   */
  public static Read read(Path file, List<String> overrides) {
    SettingsFile given = SettingsFile.read(TrainSettings.class, DEFAULTS, file, overrides);
    return new Read(given.make(TrainSettings::of), given.text());
  }

  private static TrainSettings of(SettingsFile given) {
    TrainSettings settings =
        new TrainSettings(
            given.section("run", Run.class),
            given.section("policy", PolicyStart.class),
            given.section("rollouts", TrainRollouts.class),
            given.section("tasks", TrainTasks.class),
            given.section("environment", Environment.class),
            given.section("learner", LearnerSettings::read),
            given.section("evaluation", EvaluationPlan.class),
            given.section("guards", Guards.class));
    WeightingRule rule = settings.learner.weighting().rule();
    if (rule == WeightingRule.RANDOM && settings.environment.labels == LabelRule.PERMUTED) {
      given.note("environment: " + JobSettings.PERMUTED_TWICE);
    }
    return settings;
  }
}
