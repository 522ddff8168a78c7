package org.sealflow.jobs.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.model.config.Precision;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.rollout.embedded.EmbeddedPolicyFactory;
import org.sealflow.rollout.embedded.EmbeddedPolicySettings;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.openai.RequestOptions;
import org.sealflow.rollout.openai.ServerReplicas;
import org.sealflow.rollout.openai.TrainedTemperature;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.Steering;
import org.sealflow.rollout.plan.TaskChoice;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.rollout.scripted.ScriptedPolicyFactory;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.Mode;

/**
 * The rollout job's arguments in application mode, {@code --name value}, called as the options of
 * {@code sealflow submit rollout}. What a policy needs besides, a model or tokenizer directory or
 * the variable with the key of a server, is on every machine of the cluster under the same name.
 */
public final class RolloutArguments {
  private static final Set<String> NAMES =
      Set.of(
          "run",
          "tasks",
          "categories",
          "batches",
          "groups",
          "group-size",
          "holdout",
          "patches",
          "versions",
          "tasks-by",
          "branches",
          "branch-end",
          "branch-samples",
          "branches-per-group",
          "max-staleness",
          "temperature",
          "max-tokens",
          "seed",
          "as-of",
          "in-flight",
          "step-limit",
          "step-scope",
          "answer-deadline",
          "episode-deadline",
          "prompt-style",
          "enforcement",
          "user",
          "user-url",
          "user-model",
          "user-key-variable",
          "user-temperature",
          "user-max-tokens",
          "max-messages",
          "max-errors",
          "reliance",
          "policy",
          "base-url",
          "model",
          "api-key-variable",
          "tokenizer",
          "load-adapters",
          "processed-log-probs",
          "replicas",
          "adapter-paths",
          "adapter-copies",
          "seeded",
          "device",
          "precision",
          "context",
          "policy-name");

  private static final int ATTEMPTS = 3;
  private static final int LONGEST_CONTEXT = 1 << 15;
  private static final int ROWS = 64;

  /** The policies there are. */
  private enum Kind {
    SCRIPTED,
    OPENAI,
    EMBEDDED
  }

  private RolloutArguments() {}

  /**
   * The parsed arguments of the job.
   *
   * @param tasks the directory that the planned tasks are of
   */
  public record Parsed(
      JobSettings settings,
      TaskFolder tasks,
      RolloutPlan plan,
      RolloutSettings rules,
      PolicyFactory policies) {}

  /**
   * Parses arguments.
   *
   * @throws UserError naming every problem of the arguments at once, or the first one of the tasks
   */
  public static Parsed parse(String[] arguments) {
    Map<String, String> own = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
      if (NAMES.contains(name)) {
        own.put(name, arguments[i + 1]);
      } else {
        others.addAll(List.of(arguments[i], arguments[i + 1]));
      }
    }
    if (arguments.length % 2 == 1) {
      others.add(arguments[arguments.length - 1]);
    }
    JobSettings settings = JobSettings.parse(others.toArray(String[]::new));
    List<String> problems = new ArrayList<>();
    NamedArguments reader = new NamedArguments(own, problems);
    try {
      return read(reader, settings, problems);
    } catch (IllegalArgumentException | DateTimeException wrong) {
      throw new UserError("arguments are wrong: " + wrong.getMessage(), wrong);
    }
  }

  private static Parsed read(NamedArguments reader, JobSettings settings, List<String> problems) {
    String run = reader.required("run");
    String directory = reader.required("tasks");
    Set<String> categories = categories(reader);
    BatchShape shape = shape(reader);
    boolean patches = reader.value("patches", true);
    double holdout = reader.value("holdout", ArmSplit.DEFAULT.holdoutShare());
    BatchAdmission admission =
        new BatchAdmission(
            reader.value("versions", VersionRule.POLICY),
            reader.number("max-staleness", BatchAdmission.DEFAULT.maxStaleness()));
    PlannedSampling sampling =
        new PlannedSampling(
            reader.value("temperature", PlannedSampling.DEFAULT.temperature()),
            1,
            0,
            reader.number("max-tokens", PlannedSampling.DEFAULT.maxTokens()));
    Steering steering = steering(reader);
    long seed = reader.value("seed", 1L);
    Kind kind = reader.value("policy", Kind.OPENAI);
    String model = reader.text("model", "");
    String policyName = reader.text("policy-name", RolloutSettings.DEFAULT.policyName());
    PolicyFactory policies = policies(reader, kind, model, policyName, run, seed);
    RolloutSettings rules = rules(reader, name(kind, policies, model, policyName));
    requireTrainable(reader, kind, sampling.temperature());
    UserChoice users = users(reader);
    if (!problems.isEmpty()) {
      throw new UserError("arguments are wrong: " + String.join("; ", problems));
    }
    TaskFolder tasks = tasks(directory);
    ArmSplit arms = patches ? new ArmSplit(true, holdout) : ArmSplit.NONE;
    RolloutPlan plan =
        new RolloutPlan(
            run,
            Mode.TRAIN,
            planned(tasks, categories),
            shape,
            arms,
            admission,
            sampling,
            steering,
            seed);
    return new Parsed(
        settings, tasks, plan, withUsers(rules, users, tasks, plan, policies), policies);
  }

  private static UserChoice users(NamedArguments reader) {
    UserChoice defaults = UserChoice.DEFAULT;
    return new UserChoice(
        reader.value("user", defaults.kind()),
        reader.text("user-url", defaults.baseUrl()),
        reader.text("user-model", defaults.model()),
        reader.text("user-key-variable", defaults.keyVariable()),
        reader.value("user-temperature", defaults.temperature()),
        reader.number("user-max-tokens", defaults.maxTokens()));
  }

  private static RolloutSettings withUsers(
      RolloutSettings rules,
      UserChoice users,
      TaskFolder tasks,
      RolloutPlan plan,
      PolicyFactory policies) {
    OpenAiSettings server =
        policies instanceof OpenAiPolicyFactory served ? served.settings() : null;
    return users.with(
        rules,
        tasks,
        plan,
        server,
        "--user-url and --user-model, or let a script: --user scripted");
  }

  private static List<String> list(NamedArguments reader, String name) {
    String given = reader.textOrNull(name);
    return given == null ? List.of() : List.of(given.split(",", -1));
  }

  private static Set<String> categories(NamedArguments reader) {
    String given = reader.textOrNull("categories");
    return given == null ? Set.of() : Set.of(given.split(",", -1));
  }

  private static BatchShape shape(NamedArguments reader) {
    int groups = reader.number("groups", BatchShape.DEFAULT.groups());
    return new BatchShape(
        groups,
        groups,
        reader.number("group-size", BatchShape.DEFAULT.groupSize()),
        reader.value("batches", BatchShape.DEFAULT.batches()));
  }

  private static Steering steering(NamedArguments reader) {
    Branching none = Branching.NONE;
    return new Steering(
        reader.value("tasks-by", TaskChoice.EPOCHS),
        new Branching(
            reader.value("branches", none.start()),
            reader.value("branch-end", none.end()),
            reader.number("branch-samples", none.samples()),
            reader.number("branches-per-group", none.perGroup())));
  }

  /** A policy that is trained has the name by which its versions are published. */
  private static String name(Kind kind, PolicyFactory policies, String model, String policyName) {
    return switch (kind) {
      case SCRIPTED -> "scripted";
      case OPENAI -> loadsAdapters(policies) ? policyName : model;
      case EMBEDDED -> policyName;
    };
  }

  private static boolean loadsAdapters(PolicyFactory policies) {
    return policies instanceof OpenAiPolicyFactory served && served.settings().adapters();
  }

  private static RolloutSettings rules(NamedArguments reader, String policyName) {
    RolloutSettings defaults = RolloutSettings.DEFAULT;
    String asOf = reader.textOrNull("as-of");
    return new RolloutSettings(
        policyName.isEmpty() ? defaults.policyName() : policyName,
        new RolloutSettings.Limits(
            reader.number("in-flight", defaults.limits().maxInFlight()),
            defaults.limits().maxWaiting(),
            defaults.limits().batchesOverlap()),
        new RolloutSettings.Deadlines(
            reader.value("answer-deadline", defaults.deadlines().answer()),
            reader.value("episode-deadline", defaults.deadlines().episode()),
            defaults.deadlines().task()),
        new RolloutSettings.EpisodeRules(
            reader.value("enforcement", true),
            reader.number("step-limit", defaults.rules().stepLimit()),
            reader.value("step-scope", defaults.rules().stepLimitScope()),
            reader.text("prompt-style", defaults.rules().promptStyle()),
            asOf == null ? null : LocalDate.parse(asOf),
            new DialogueLimits(
                reader.number("max-messages", DialogueLimits.DEFAULT.messages()),
                reader.number("max-errors", DialogueLimits.DEFAULT.errors()))),
        reader.value("reliance", defaults.measuresReliance()),
        null);
  }

  private static PolicyFactory policies(
      NamedArguments reader, Kind kind, String model, String policyName, String run, long seed) {
    String baseUrl = reader.text("base-url", "http://localhost:8000/v1");
    String key = reader.text("api-key-variable", OpenAiSettings.KEY_VARIABLE);
    String tokenizer = reader.textOrNull("tokenizer");
    boolean adapters = reader.value("load-adapters", false);
    List<String> replicas = list(reader, "replicas");
    List<String> adapterPaths = list(reader, "adapter-paths");
    String adapterCopies = reader.text("adapter-copies", "");
    boolean seeded = reader.value("seeded", RequestOptions.DEFAULT.seeded());
    String device = reader.text("device", "cpu");
    Precision precision = reader.value("precision", Precision.FLOAT32);
    int context = reader.number("context", LONGEST_CONTEXT);
    if (kind != Kind.SCRIPTED && model.isEmpty()) {
      reader.note("--model is missing");
      return tasks -> {
        throw new IllegalStateException("no policy without --model");
      };
    }
    return switch (kind) {
      case SCRIPTED -> new ScriptedPolicyFactory(ScriptedPolicySettings.FAULTLESS.withSeed(seed));
      case OPENAI ->
          new OpenAiPolicyFactory(
              new OpenAiSettings(
                      baseUrl,
                      model,
                      key,
                      tokenizer == null ? OpenAiSettings.Style.CHAT : OpenAiSettings.Style.TOKENS,
                      ATTEMPTS,
                      Duration.ofMillis(500),
                      adapters)
                  .withReplicas(new ServerReplicas(replicas, adapterPaths, adapterCopies))
                  .withRequests(new RequestOptions(seeded, null)),
              tokenizer);
      case EMBEDDED ->
          new EmbeddedPolicyFactory(
              new EmbeddedPolicySettings(
                  model,
                  EngineSettings.onCpu(context)
                      .on(device, precision)
                      .withLimits(ROWS, Integer.MAX_VALUE - ROWS),
                  policyName,
                  run));
    };
  }

  /** Episodes that a server samples as token ids are for a learner. */
  private static void requireTrainable(NamedArguments reader, Kind kind, double temperature) {
    boolean processed = reader.value("processed-log-probs", false);
    if (kind == Kind.OPENAI && reader.textOrNull("tokenizer") != null) {
      TrainedTemperature.problem(
              temperature, processed, "--temperature", "--processed-log-probs true")
          .ifPresent(reader::note);
    }
  }

  private static TaskFolder tasks(String directory) {
    try {
      return Environments.read(Path.of(directory));
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError("--tasks " + directory + ": " + unreadable.getMessage(), unreadable);
    }
  }

  private static List<PlannedTask> planned(TaskFolder tasks, Set<String> categories) {
    return tasks.tasks().stream()
        .filter(task -> categories.isEmpty() || categories.contains(task.category()))
        .map(task -> new PlannedTask(task.id(), tasks.digest(task.id()), task.category()))
        .toList();
  }
}
