package org.sealflow.chat;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;

/**
 * A model that judges statements in natural language.
 *
 * @param baseUrl where the server's paths begin, such as {@code http://localhost:8000/v1}
 * @param model the model's name at the server, not blank
 * @param keyVariable the environment variable that holds the bearer key; none is sent where it is
 *     not set or blank
 * @param timeout how long one judgement may take, more than 0
 */
public record JudgeSettings(String baseUrl, String model, String keyVariable, Duration timeout)
    implements Serializable {
  /** Two of these fit a minute: a judgement delays the job that asks for it. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one cannot be used
   */
  public JudgeSettings {
    EndpointSettings unused =
        new EndpointSettings(baseUrl, model, null, Integer.MAX_VALUE, timeout, timeout);
  }

  /**
   * The server with the key of an environment.
   *
   * @param requests how many conversations it is asked about at most
   * @throws IllegalArgumentException if no header can carry the key: one line without it
   */
  public EndpointSettings endpoint(Map<String, String> environment, int requests) {
    return new EndpointSettings(
        baseUrl, model, EndpointKey.read(environment, keyVariable), requests, timeout, timeout);
  }
}
