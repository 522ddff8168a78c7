package org.sealflow.jobs.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.model.ModelDirectory;
import org.sealflow.model.config.Precision;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.template.TemplateException;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.embedded.EmbeddedPolicyFactory;
import org.sealflow.rollout.embedded.EmbeddedPolicySettings;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.openai.RequestOptions;
import org.sealflow.rollout.openai.ServerReplicas;
import org.sealflow.rollout.openai.TemplateTokens;
import org.sealflow.rollout.openai.TrainedTemperature;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.ScriptedPolicyFactory;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import picocli.CommandLine.Option;

/** Options that choose the policy, the same for every command that plays episodes. */
public final class PolicyOptions {
  /** The policies there are. */
  enum Kind {
    SCRIPTED,
    OPENAI,
    EMBEDDED
  }

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "POLICY",
      description = {
        "scripted: plays the ground truth with the faults given.",
        "openai: asks an OpenAI-compatible server (vLLM, SGLang, …).",
        "embedded: samples a model directory in this process."
      })
  private Kind kind = Kind.SCRIPTED;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      converter = FaultConverter.class,
      description =
          "A fault of the scripted policy, such as DROP_ARGUMENT,tool=place_order,rate=0.8."
              + " Repeatable; limits are tool=, argument=, category=, turn=, rate= and cured-by=,"
              + " the text in the prompt that keeps it from happening.")
  private List<Fault> faults = List.of();

  @Option(
      names = "--slow-by",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "How long an answer with the fault SLOW takes (default: 1s).")
  private Duration slowBy = ScriptedPolicySettings.FAULTLESS.slowDelay();

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Where the server's paths begin (default: ${DEFAULT-VALUE}).",
      defaultValue = "http://localhost:8000/v1")
  private String baseUrl = "";

  @Option(
      names = "--model",
      paramLabel = "NAME|DIR",
      description =
          "The model to ask the server for; of the embedded policy the directory: config.json,"
              + " safetensors, tokenizer.json, chat template.")
  private String model = "";

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      converter = DeviceConverter.class,
      defaultValue = "cpu",
      description =
          "Where the embedded policy runs: cpu, gpu0, gpu1, … (default: ${DEFAULT-VALUE}).")
  private String device = "";

  @Option(
      names = "--precision",
      paramLabel = "TYPE",
      defaultValue = "float32",
      description =
          "Type of the embedded policy's weights: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private Precision precision = Precision.FLOAT32;

  @Option(
      names = "--context",
      paramLabel = "N",
      description =
          "Longest episode of the embedded policy, tokens (default: what the model allows, at most"
              + " 32768).")
  private @Nullable Integer context;

  @Option(
      names = "--policy-name",
      paramLabel = "NAME",
      defaultValue = "policy",
      description =
          "The policy whose versions are played, as the learner names it: by the embedded policy,"
              + " and by servers with --load-adapters (default: ${DEFAULT-VALUE}).")
  private String policyName = "";

  @Option(
      names = "--api-key-variable",
      paramLabel = "NAME",
      description = "The environment variable that holds the bearer key (${DEFAULT-VALUE}).",
      defaultValue = OpenAiSettings.KEY_VARIABLE)
  private String keyVariable = OpenAiSettings.KEY_VARIABLE;

  @Option(
      names = "--chat-tools",
      description = "Sends the tools beside the chat instead of in its system prompt.")
  private boolean chatTools;

  @Option(
      names = "--tokenizer",
      paramLabel = "DIR",
      description =
          "The model's tokenizer and chat template: episodes are then sent as token ids, which a"
              + " learner needs.")
  private @Nullable Path tokenizer;

  @Option(
      names = "--load-adapters",
      description = "Loads each new version's adapter into the server (vLLM's endpoint).")
  private boolean adapters;

  @Option(
      names = "--processed-log-probs",
      description =
          "Says that the server reports the log-probabilities it samples by (vLLM:"
              + " --logprobs-mode processed_logprobs), so that --temperature may differ from 1.")
  private boolean processedLogProbs;

  @Option(
      names = "--replicas",
      paramLabel = "URL",
      split = ",",
      description = "Further servers of the same model, separated by commas.")
  private List<String> replicas = List.of();

  @Option(
      names = "--adapter-paths",
      paramLabel = "LEARNERS=SERVERS",
      split = ",",
      description =
          "Where servers see directories that the learner sees elsewhere, such as"
              + " s3://bucket/weights=/weights.")
  private List<String> adapterPaths = List.of();

  @Option(
      names = "--adapter-copies",
      paramLabel = "DIR",
      defaultValue = "",
      description =
          "Where versions are published in an object store: a local directory for copies of those"
              + " being served, which servers see there, or where --adapter-paths says.")
  private String adapterCopies = "";

  @Option(
      names = "--seeded",
      arity = "1",
      paramLabel = "true|false",
      defaultValue = "true",
      description =
          "Whether each request carries a seed: repeatable, but off vLLM's fast sampler (default:"
              + " ${DEFAULT-VALUE}).")
  private boolean seeded = RequestOptions.DEFAULT.seeded();

  private static final int ATTEMPTS = 3;

  /** The longest context unless asked for another; some models allow far more than memory does. */
  private static final int LONGEST_CONTEXT = 1 << 15;

  /** Answers sampled at the same time; how many wait is up to the episodes in flight. */
  private static final int ROWS = 64;

  /** The name episodes carry. */
  public String name() {
    return switch (kind) {
      case SCRIPTED -> "scripted";
      case OPENAI -> adapters ? policyName : model;
      case EMBEDDED -> policyName;
    };
  }

  /**
   * Refuses temperatures at which a learner could not use the episodes: those that a server samples
   * for it as token ids.
   *
   * @throws UserError one line
   */
  public void requireTrainable(double temperature) {
    if (kind == Kind.OPENAI && tokenizer != null) {
      TrainedTemperature.problem(
              temperature, processedLogProbs, "--temperature", "--processed-log-probs")
          .ifPresent(
              problem -> {
                throw new UserError(problem);
              });
    }
  }

  /**
   * Makes the policy where it is needed.
   *
   * @param run the run whose versions are taken; null for any
   * @throws UserError if the options make none, or the server is not there: one line
   */
  public PolicyFactory factory(long seed, @Nullable String run) {
    requireScriptForFaults();
    return switch (kind) {
      case SCRIPTED -> scripted(seed);
      case OPENAI -> openAi();
      case EMBEDDED -> embedded(run);
    };
  }

  private void requireScriptForFaults() {
    if (kind != Kind.SCRIPTED && !faults.isEmpty()) {
      throw new UsageError("--fault is for --policy scripted");
    }
  }

  private PolicyFactory scripted(long seed) {
    ScriptedPolicySettings settings =
        ScriptedPolicySettings.FAULTLESS
            .withSeed(seed)
            .slowBy(slowBy)
            .with(faults.toArray(new Fault[0]));
    return new ScriptedPolicyFactory(settings);
  }

  /** Checks the model directory before anything starts. */
  private PolicyFactory embedded(@Nullable String run) {
    if (model.isEmpty()) {
      throw new UsageError("--policy embedded needs --model, a Hugging Face model directory");
    }
    Path files = Path.of(model).toAbsolutePath();
    try (ModelDirectory directory = ModelDirectory.open(files)) {
      int longest = directory.config().rotary().maximumPositions();
      if (context != null && context > longest) {
        throw new UserError(
            "--context is " + context + ", but the model allows at most " + longest);
      }
      requireText(files);
      EngineSettings engine =
          EngineSettings.onCpu(context == null ? Math.min(longest, LONGEST_CONTEXT) : context)
              .on(device, precision)
              .withLimits(ROWS, Integer.MAX_VALUE - ROWS);
      return new EmbeddedPolicyFactory(
          new EmbeddedPolicySettings(files.toString(), engine, policyName, run));
    } catch (ModelDirectoryException | IllegalArgumentException wrong) {
      throw new UserError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  private PolicyFactory openAi() {
    OpenAiSettings settings = settings();
    try (OpenAiPolicy probe =
        new OpenAiPolicy(
            settings.withStyle(OpenAiSettings.Style.CHAT),
            null,
            System.getenv(),
            Clock.systemUTC())) {
      Optional<String> problem = probe.check(Clock.systemUTC());
      if (problem.isPresent()) {
        throw new UserError(problem.get());
      }
    } catch (IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
    String tokens = tokenizer == null ? null : tokenizer.toAbsolutePath().toString();
    if (tokens != null) {
      requireText(Path.of(tokens));
    }
    return new OpenAiPolicyFactory(settings, tokens);
  }

  private static void requireText(Path files) {
    try {
      TemplateTokens.check(files);
    } catch (IOException | IllegalArgumentException | TemplateException unusable) {
      throw withoutText(files, unusable);
    }
  }

  private static UserError withoutText(Path files, Exception unusable) {
    return new UserError(
        "no usable tokenizer in " + files + ": " + Causes.oneLine(unusable.getMessage()), unusable);
  }

  /** The server that the policy is asked at; null if it is none. */
  @Nullable OpenAiSettings server() {
    requireScriptForFaults();
    return kind == Kind.OPENAI ? settings() : null;
  }

  private OpenAiSettings settings() {
    try {
      return new OpenAiSettings(
              baseUrl, model, keyVariable, style(), ATTEMPTS, Duration.ofMillis(500), adapters)
          .withReplicas(new ServerReplicas(replicas, adapterPaths, adapterCopies))
          .withRequests(new RequestOptions(seeded, null));
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("the policy's settings are wrong: " + wrong.getMessage(), wrong);
    }
  }

  private OpenAiSettings.Style style() {
    if (tokenizer != null) {
      return OpenAiSettings.Style.TOKENS;
    }
    return chatTools ? OpenAiSettings.Style.CHAT_TOOLS : OpenAiSettings.Style.CHAT;
  }
}
