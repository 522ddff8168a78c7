package org.sealflow.jobs.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.UserError;
import org.sealflow.learn.text.ChatTemplate;
import org.sealflow.learn.text.HuggingFacePromptTokenizer;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.openai.EpisodeTokens;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.openai.TemplateTokens;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import picocli.CommandLine.Option;

/** Which policy plays, the same for every command that plays episodes. */
final class PolicyOptions {
  /** The policies there are. */
  enum Kind {
    SCRIPTED,
    OPENAI
  }

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "POLICY",
      description = {
        "scripted: plays the ground truth with the faults given.",
        "openai: asks an OpenAI-compatible server (vLLM, SGLang, …)."
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

  @Option(names = "--model", paramLabel = "NAME", description = "The model to ask the server for.")
  private String model = "";

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
          "The model's tokenizer and chat template: training episodes are then sent as token ids,"
              + " which a learner needs.")
  private @Nullable Path tokenizer;

  @Option(
      names = "--load-adapters",
      description = "Loads each new version's adapter into the server (vLLM's endpoint).")
  private boolean adapters;

  private static final int ATTEMPTS = 3;

  /** The name episodes carry. */
  String name() {
    return kind == Kind.SCRIPTED ? "scripted" : model;
  }

  /**
   * Makes the policy where it is needed.
   *
   * @throws UserError where the options make none, or the server is not there: one line
   */
  PolicyFactory factory(long seed) {
    return kind == Kind.SCRIPTED ? scripted(seed) : openAi();
  }

  private PolicyFactory scripted(long seed) {
    ScriptedPolicySettings settings =
        ScriptedPolicySettings.FAULTLESS
            .withSeed(seed)
            .slowBy(slowBy)
            .with(faults.toArray(new Fault[0]));
    return tasks -> new ScriptedPolicy(settings, tasks::named, Clock.systemUTC());
  }

  private PolicyFactory openAi() {
    if (!faults.isEmpty()) {
      throw new UserError("--fault is for --policy scripted");
    }
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
    }
    String tokens = tokenizer == null ? null : tokenizer.toAbsolutePath().toString();
    if (tokens != null) {
      tokens(tokens);
    }
    return tasks ->
        new OpenAiPolicy(
            settings, tokens == null ? null : tokens(tokens), System.getenv(), Clock.systemUTC());
  }

  /** Tokenizer and template live as long as the process: there is one of each. */
  private static EpisodeTokens.Factory tokens(String directory) {
    Path files = Path.of(directory);
    try {
      return TemplateTokens.of(
          ChatTemplate.fromDirectory(files, Clock.systemUTC()),
          HuggingFacePromptTokenizer.open(files));
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(
          "no usable tokenizer in " + directory + ": " + Causes.oneLine(unusable.getMessage()),
          unusable);
    }
  }

  private OpenAiSettings settings() {
    try {
      return new OpenAiSettings(
          baseUrl, model, keyVariable, style(), ATTEMPTS, Duration.ofMillis(500), adapters);
    } catch (IllegalArgumentException wrong) {
      throw new UserError("the policy's settings are wrong: " + wrong.getMessage(), wrong);
    }
  }

  private OpenAiSettings.Style style() {
    if (tokenizer != null) {
      return OpenAiSettings.Style.TOKENS;
    }
    return chatTools ? OpenAiSettings.Style.CHAT_TOOLS : OpenAiSettings.Style.CHAT;
  }
}
