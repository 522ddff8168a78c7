package org.sealflow.jobs.cli.option;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.openai.OpenAiSettings;
import picocli.CommandLine.Option;

/** Options of the model that judges natural-language assertions. */
public final class JudgeOptions {
  @Option(
      names = "--judge-url",
      paramLabel = "URL",
      description =
          "An OpenAI-compatible server that judges natural-language assertions of tau2-bench that"
              + " no record decides, e.g. http://localhost:8000/v1. Default: none, they stay"
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
      names = "--judge-timeout",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description =
          "How long a judgement may take (default: 30s). A live job leaves a judge that failed"
              + " alone for a minute, then for longer.")
  private Duration timeout = JudgeSettings.DEFAULT_TIMEOUT;

  /**
   * The judge; null if nobody judges.
   *
   * @throws UsageError if the options do not go together
   */
  public @Nullable JudgeSettings settings() {
    if ((url == null) != (model == null)) {
      throw new UsageError("--judge-url and --judge-model go together: a server and its model");
    }
    if (url == null || model == null) {
      return null;
    }
    try {
      return new JudgeSettings(url, model, keyVariable, timeout);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("the judge: " + wrong.getMessage(), wrong);
    }
  }

  /**
   * The judge's server; null if nobody judges.
   *
   * @param environment where its key stands
   * @param requests how many conversations it is asked about at most
   * @throws UsageError if the options do not go together
   * @throws UserError if no header can carry the key
   */
  public @Nullable EndpointSettings endpoint(Map<String, String> environment, int requests) {
    JudgeSettings judging = settings();
    try {
      return judging == null ? null : judging.endpoint(environment, requests);
    } catch (IllegalArgumentException unusable) {
      throw new UserError("the judge: " + unusable.getMessage(), unusable);
    }
  }
}
