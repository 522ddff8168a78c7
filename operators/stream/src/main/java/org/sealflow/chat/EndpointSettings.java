package org.sealflow.chat;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.TimeSpans;

/**
 * A model behind an OpenAI-compatible endpoint, and how long it is asked.
 *
 * @param baseUrl where its paths begin, such as {@code http://localhost:8000/v1}
 * @param model the model's name at the server, not blank
 * @param key the bearer key; null if none is sent
 * @param requests how many requests are sent at most, from 1
 * @param timeout how long one may take, more than 0
 * @param deadline how long all together may take, more than 0
 */
public record EndpointSettings(
    String baseUrl,
    String model,
    @Nullable String key,
    int requests,
    Duration timeout,
    Duration deadline) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one cannot be used
   */
  public EndpointSettings {
    if (!isHttp(baseUrl)) {
      throw new IllegalArgumentException(
          "the base URL is '" + baseUrl + "', expected one such as http://localhost:8000/v1");
    }
    if (model.isBlank()) {
      throw new IllegalArgumentException("the model is blank, expected its name at the server");
    }
    if (requests < 1) {
      throw new IllegalArgumentException("requests is " + requests + ", expected 1 or more");
    }
    if (timeout.isZero() || timeout.isNegative() || deadline.isZero() || deadline.isNegative()) {
      throw new IllegalArgumentException(
          "timeout and deadline are "
              + TimeSpans.text(timeout)
              + " and "
              + TimeSpans.text(deadline)
              + ", expected more than 0");
    }
  }

  private static boolean isHttp(String url) {
    try {
      URI parsed = URI.create(url);
      return ("http".equals(parsed.getScheme()) || "https".equals(parsed.getScheme()))
          && parsed.getHost() != null;
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "EndpointSettings[baseUrl=" + baseUrl + ", model=" + model + "]";
  }

  URI chat() {
    String base = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
    return URI.create(base + "/chat/completions");
  }
}
