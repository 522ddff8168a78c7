package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.generate.TurnRange;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.LabelRule;
import org.sealflow.jobs.settings.yaml.SettingsFile;
import org.sealflow.learn.BatchOutput;
import org.sealflow.learn.algorithm.BatchSettings;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.model.config.Precision;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.rollout.plan.Stage;
import org.sealflow.rollout.plan.TaskChoice;
import org.sealflow.schemas.StepLimitScope;
import org.sealflow.synthesize.EndpointSettings;

/**
 * Settings of a training run. Each is documented in {@code train-defaults.yaml}, beside its value
 * where a file says nothing.
 *
 * @param learner settings of batches and mathematics by key, as {@link LearnerSettings#parse} takes
 *     them
 */
public record TrainSettings(
    Run run,
    PolicyStart policy,
    Rollouts rollouts,
    Tasks tasks,
    Environment environment,
    Map<String, String> learner,
    EvaluationPlan evaluation,
    Guards guards) {
  private static final String DEFAULTS = "train-defaults.yaml";
  private static final String TOTAL_STEPS = "optimizer.learningRate.totalSteps";

  /** The run as a whole. */
  public record Run(
      String name,
      String directory,
      long seed,
      int batches,
      long tokens,
      Duration checkpointInterval,
      String weights,
      int keptVersions,
      String stateLimit,
      int threads,
      BatchOutput trainingBatches,
      String note) {
    /** Checks the ranges. */
    public Run {
      Ranges ranges = new Ranges();
      ranges.expect(
          name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"), "name", name, "letters, digits, . _ -");
      ranges.atLeast(1, "batches", batches);
      ranges.expect(tokens >= 0, "tokens", tokens, "0 or more");
      ranges.atLeast(1, "keptVersions", keptVersions);
      ranges.atLeast(0, "threads", threads);
      ranges.notes(() -> bytes("stateLimit", stateLimit));
      ranges.expect(
          checkpointInterval.toMillis() >= 10,
          "checkpointInterval",
          checkpointInterval,
          "10ms or more");
      ranges.requireAll();
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

    /**
     * Threads of an operation of the engine, from 1: learner and rollouts compute at the same time,
     * so each gets half of the processors where nothing is said.
     */
    int engineThreads() {
      return threads > 0 ? threads : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
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
    /** Checks the ranges. */
    public PolicyStart {
      Ranges ranges = new Ranges();
      ranges.expect(!name.isBlank(), "name", name, "a name");
      ranges.expect(!model.isBlank(), "model", model, "a directory");
      ranges.atLeast(0, "adapterRank", adapterRank);
      ranges.atLeast(16, "contextLength", contextLength);
      ranges.atLeast(1, "passTokens", passTokens);
      ranges.notes(() -> bytes("activationBudget", activationBudget));
      ranges.requireAll();
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

  /** The engines that can sample answers in episodes. */
  public enum Engine {
    /** The policy in this process. */
    EMBEDDED,
    /** An OpenAI-compatible server. */
    OPENAI
  }

  /** How episodes are played. */
  public record Rollouts(
      Engine engine,
      String device,
      String baseUrl,
      String servedModel,
      String keyVariable,
      boolean loadAdapters,
      List<String> replicas,
      List<String> adapterPaths,
      String adapterCopies,
      boolean seeded,
      boolean processedLogProbs,
      @Nullable Boolean enableThinking,
      String promptStyle,
      double temperature,
      int maxTokens,
      int stepLimit,
      StepLimitScope stepLimitScope,
      boolean toolEnforcement,
      int inFlight,
      boolean batchesOverlap,
      int rows,
      Duration answerDeadline,
      Duration episodeDeadline,
      Branching branches) {
    /** Checks the ranges. */
    public Rollouts {
      replicas = List.copyOf(replicas);
      adapterPaths = List.copyOf(adapterPaths);
      Ranges ranges = new Ranges();
      ranges.expect(
          engine != Engine.OPENAI || !servedModel.isBlank(),
          "servedModel",
          servedModel,
          "the model's name at the server");
      ranges.notes(() -> PromptStyles.named(promptStyle));
      ranges.expect(temperature > 0, "temperature", temperature, "more than 0");
      ranges.atLeast(1, "maxTokens", maxTokens);
      ranges.atLeast(0, "stepLimit", stepLimit);
      ranges.atLeast(1, "inFlight", inFlight);
      ranges.atLeast(1, "rows", rows);
      ranges.expect(!answerDeadline.isZero(), "answerDeadline", answerDeadline, "more than 0");
      ranges.expect(!episodeDeadline.isZero(), "episodeDeadline", episodeDeadline, "more than 0");
      ranges.requireAll();
    }
  }

  /** Where tasks come from. */
  public enum TaskSource {
    /** The generator of authored tasks. */
    GENERATED,
    /** A directory in the benchmark's layout. */
    DIRECTORY
  }

  /** The tasks. */
  public record Tasks(
      TaskSource source,
      long seed,
      int count,
      TaskChoice choice,
      List<Stage> stages,
      CategoryWeights categories,
      TurnRange turns,
      String tools,
      @Nullable String directory,
      String split,
      Synthesis synthesis) {
    /** Checks that they go together. */
    public Tasks {
      stages = List.copyOf(stages);
      Ranges ranges = new Ranges();
      ranges.atLeast(1, "count", count);
      ranges.expect(
          source != TaskSource.DIRECTORY || directory != null,
          "directory",
          directory,
          "a directory of tasks, as the source is one");
      ranges.requireAll();
    }
  }

  /**
   * Tasks that are made while the run goes on.
   *
   * @param every after so many versions each; 0 for never
   * @param count how many each time, from 1
   * @param baseUrl of a server that proposes them; empty if the generator does
   * @param model its name at the server
   * @param keyVariable the environment variable with the bearer key
   */
  public record Synthesis(int every, int count, String baseUrl, String model, String keyVariable) {
    private static final int REQUESTS = 50;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration DEADLINE = Duration.ofMinutes(30);

    /** Checks that they go together. */
    public Synthesis {
      Ranges ranges = new Ranges();
      ranges.atLeast(0, "every", every);
      ranges.atLeast(1, "count", count);
      if (!baseUrl.isEmpty()) {
        ranges.notes(() -> server(baseUrl, model, null));
      }
      ranges.requireAll();
    }

    /** The last version up to one with which tasks are made; 0 if there is none. */
    long lastDue(long version) {
      return every == 0 || version < 0 ? 0 : version - version % every;
    }

    /** The server that proposes; null if the generator does. */
    @Nullable EndpointSettings server(Map<String, String> environment) {
      return baseUrl.isEmpty() ? null : server(baseUrl, model, environment.get(keyVariable));
    }

    private static EndpointSettings server(String url, String model, @Nullable String key) {
      return new EndpointSettings(url, model, key, REQUESTS, TIMEOUT, DEADLINE);
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

  /** The environment's side of the loop. */
  public record Environment(PatchRule patches, double holdout, LabelRule labels, boolean repairs) {
    /** Checks the range. */
    public Environment {
      Ranges ranges = new Ranges();
      ranges.expect(holdout >= 0 && holdout <= 1, "holdout", holdout, "0 to 1");
      ranges.requireAll();
    }
  }

  /**
   * When the policy is measured, on how many tasks, and whether sampled besides greedily.
   *
   * @param start the directory of a run whose greedy evaluations of the start are taken over; empty
   *     if the start is measured
   */
  public record EvaluationPlan(int every, int tasks, int test, boolean sampled, String start) {
    /** Checks the ranges. */
    public EvaluationPlan {
      Ranges ranges = new Ranges();
      ranges.atLeast(0, "every", every);
      ranges.atLeast(0, "tasks", tasks);
      ranges.atLeast(0, "test", test);
      ranges.requireAll();
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

    /** Checks the ranges. */
    public Guards {
      Ranges ranges = new Ranges();
      ranges.expect(baseDrop >= 0 && baseDrop <= 1, "baseDrop", baseDrop, "0 to 1");
      ranges.expect(
          emptyTurns == 0 || emptyTurns > 1, "emptyTurns", emptyTurns, "0, or more than 1");
      ranges.atLeast(0, "flatBatches", flatBatches);
      ranges.expect(
          rateFactor > 0 && rateFactor < 1, "rateFactor", rateFactor, "more than 0, less than 1");
      ranges.expect(
          lowerings >= 1 && lowerings <= MOST_LOWERINGS,
          "lowerings",
          lowerings,
          "1 to " + MOST_LOWERINGS);
      ranges.requireAll();
    }
  }

  /**
   * The learner's settings: batches and mathematics. A decaying rate decays over the whole run,
   * unless the settings give a number of optimizer steps.
   */
  public LearnerSettings mathematics() {
    return LearnerSettings.parse(mathematicsByKey());
  }

  /** The same as the learner's job takes them. */
  public Map<String, String> mathematicsByKey() {
    if (learner.containsKey(TOTAL_STEPS)) {
      return learner;
    }
    Map<String, String> whole = new HashMap<>(learner);
    whole.put(TOTAL_STEPS, String.valueOf(Long.MAX_VALUE));
    LearnerSettings given = LearnerSettings.parse(whole);
    BatchSettings batch = given.batch();
    int miniBatches = (batch.groups() + batch.miniBatchGroups() - 1) / batch.miniBatchGroups();
    long updates = (long) run.batches() * miniBatches * batch.epochs();
    long warmupSteps = given.optimizer().learningRate().warmupSteps();
    whole.put(TOTAL_STEPS, String.valueOf(Math.max(updates, warmupSteps + 1)));
    return whole;
  }

  /** Copies the settings of the mathematics. */
  public TrainSettings {
    learner = Map.copyOf(learner);
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
            given.section("rollouts", Rollouts.class),
            given.section("tasks", Tasks.class),
            given.section("environment", Environment.class),
            given.flat("learner"),
            given.section("evaluation", EvaluationPlan.class),
            given.section("guards", Guards.class));
    try {
      WeightingRule rule = settings.mathematics().weighting().rule();
      if (rule == WeightingRule.RANDOM && settings.environment.labels == LabelRule.PERMUTED) {
        given.note("environment: " + JobSettings.PERMUTED_TWICE);
      }
    } catch (IllegalArgumentException wrong) {
      given.note("learner: " + wrong.getMessage());
    }
    return settings;
  }

  /** Gathers what is out of range, so that all of a section is told at once. */
  private static final class Ranges {
    private final List<String> problems = new ArrayList<>();

    void expect(boolean fact, String name, @Nullable Object found, String expected) {
      if (!fact) {
        String shown = String.valueOf(found).toLowerCase(Locale.ROOT);
        problems.add(
            name + " is " + (found == null ? "nothing" : shown) + ", expected " + expected);
      }
    }

    void atLeast(long least, String name, long found) {
      expect(found >= least, name, found, least + " or more");
    }

    void notes(Runnable check) {
      try {
        check.run();
      } catch (IllegalArgumentException wrong) {
        problems.add(String.valueOf(wrong.getMessage()));
      }
    }

    void requireAll() {
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(String.join(", ", problems));
      }
    }
  }
}
