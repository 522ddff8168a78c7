package org.sealflow.jobs.cli.option;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointKey;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.rollout.openai.OpenAiSettings;
import picocli.CommandLine.Option;

/** Options of the model that proposes tasks. */
public final class EndpointOptions {
  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description =
          "An OpenAI-compatible server that proposes tasks, e.g. http://localhost:8000/v1. Default:"
              + " none, the task generator proposes.")
  private @Nullable String baseUrl;

  @Option(names = "--model", paramLabel = "NAME", description = "The model to ask the server for.")
  private @Nullable String model;

  @Option(
      names = "--api-key-variable",
      paramLabel = "NAME",
      description = "The environment variable that holds the bearer key (${DEFAULT-VALUE}).",
      defaultValue = OpenAiSettings.KEY_VARIABLE)
  private String keyVariable = OpenAiSettings.KEY_VARIABLE;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many requests are sent at most (default: ${DEFAULT-VALUE}).")
  private int requests;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "2m",
      converter = LiveOptions.DurationConverter.class,
      description = "How long a request may take (default: ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofMinutes(2);

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      defaultValue = "30m",
      converter = LiveOptions.DurationConverter.class,
      description = "How long all requests together may take (default: ${DEFAULT-VALUE}).")
  private Duration deadline = Duration.ofMinutes(30);

  /**
   * The endpoint; null if the generator proposes.
   *
   * @throws UsageError if the options do not go together
   */
  public @Nullable EndpointSettings settings(Map<String, String> environment) {
    if (baseUrl == null) {
      if (model != null) {
        throw new UsageError("--model needs --base-url, the server that serves it");
      }
      return null;
    }
    if (model == null) {
      throw new UsageError("--base-url needs --model, the name of the model to ask for");
    }
    try {
      return new EndpointSettings(
          baseUrl, model, EndpointKey.read(environment, keyVariable), requests, timeout, deadline);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(String.valueOf(wrong.getMessage()), wrong);
    }
  }
}
