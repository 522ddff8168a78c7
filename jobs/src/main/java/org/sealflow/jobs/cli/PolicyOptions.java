package org.sealflow.jobs.cli;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sealflow.jobs.UserError;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiSettings;
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
        ScriptedPolicySettings.FAULTLESS.withSeed(seed).with(faults.toArray(new Fault[0]));
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
    return tasks -> new OpenAiPolicy(settings, null, System.getenv(), Clock.systemUTC());
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
    return chatTools ? OpenAiSettings.Style.CHAT_TOOLS : OpenAiSettings.Style.CHAT;
  }
}
