package org.sealflow.jobs.cli.option;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.synthesize.EndpointSettings;
import picocli.CommandLine.Option;

/** Options of the model that judges natural-language assertions. */
public final class JudgeOptions {
  @Option(
      names = "--judge-url",
      paramLabel = "URL",
      description =
          "An OpenAI-compatible server that judges natural-language assertions of tau2-bench which"
              + " no result file decides, e.g. http://localhost:8000/v1. Default: none, they stay"
              + " open.")
  private @Nullable String url;

  @Option(
      names = "--judge-model",
      paramLabel = "NAME",
      description = "The model to ask that server for.")
  private @Nullable String model;

  @Option(
      names = "--judge-key-variable",
      paramLabel = "NAME",
      description = "The environment variable that holds its bearer key (${DEFAULT-VALUE}).",
      defaultValue = OpenAiSettings.KEY_VARIABLE)
  private String keyVariable = OpenAiSettings.KEY_VARIABLE;

  @Option(
      names = "--judge-requests",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many conversations are judged at most (default: ${DEFAULT-VALUE}).")
  private int requests = 1000;

  @Option(
      names = "--judge-timeout",
      paramLabel = "TIME",
      defaultValue = "2m",
      converter = LiveOptions.DurationConverter.class,
      description = "How long a judgement may take (default: ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofMinutes(2);

  /**
   * The endpoint; null if nobody judges.
   *
   * @throws UsageError if the options do not go together
   */
  public @Nullable EndpointSettings settings(Map<String, String> environment) {
    if ((url == null) != (model == null)) {
      throw new UsageError("--judge-url and --judge-model go together: a server and its model");
    }
    if (url == null || model == null) {
      return null;
    }
    try {
      return new EndpointSettings(
          url, model, environment.get(keyVariable), requests, timeout, timeout);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(String.valueOf(wrong.getMessage()), wrong);
    }
  }
}
