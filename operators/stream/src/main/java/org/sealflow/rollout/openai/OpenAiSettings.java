package org.sealflow.rollout.openai;

import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How to reach a server and what to ask of it.
 *
 * @param baseUrl where its paths begin, e.g. {@code http://localhost:8000/v1}
 * @param model name of the model to ask for
 * @param keyVariable the environment variable that holds the bearer key; none is sent where it is
 *     not set
 * @param style what to send
 * @param attempts how often a request is tried at most, at least 1
 * @param firstBackoff pause before the second try; doubled before each further one
 * @param adapters whether each new version's adapter is loaded into the server (vLLM's endpoint)
 */
public record OpenAiSettings(
    String baseUrl,
    String model,
    String keyVariable,
    Style style,
    int attempts,
    Duration firstBackoff,
    boolean adapters)
    implements Serializable {
  /** The variable unless told otherwise. */
  public static final String KEY_VARIABLE = "SEALFLOW_API_KEY";

  private static final int MOST_ATTEMPTS = 20;

  /** The forms of a request. */
  public enum Style {
    /** Training episodes as token ids, all others as chats. */
    TOKENS,
    /** Chats whose system prompt names the tools. */
    CHAT,
    /** Chats with the tools beside them, as function-calling models want them. */
    CHAT_TOOLS
  }

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public OpenAiSettings {
    List<String> problems = new ArrayList<>();
    if (!isHttp(baseUrl)) {
      problems.add("base URL is '" + baseUrl + "', expected one such as http://localhost:8000/v1");
    }
    if (model.isEmpty()) {
      problems.add("no model is named");
    }
    if (attempts < 1 || attempts > MOST_ATTEMPTS) {
      problems.add("attempts are " + attempts + ", expected 1 to " + MOST_ATTEMPTS);
    }
    if (firstBackoff.isNegative()) {
      problems.add("first backoff is " + firstBackoff + ", expected 0s or more");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    baseUrl = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
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

  /** A server's model, asked by chat; three tries, the first again after half a second. */
  public static OpenAiSettings of(String baseUrl, String model) {
    return new OpenAiSettings(
        baseUrl, model, KEY_VARIABLE, Style.CHAT, 3, Duration.ofMillis(500), false);
  }

  /** The same, sent in another style. */
  public OpenAiSettings withStyle(Style newStyle) {
    return new OpenAiSettings(
        baseUrl, model, keyVariable, newStyle, attempts, firstBackoff, adapters);
  }

  /** The same, tried so often. */
  public OpenAiSettings withAttempts(int newAttempts, Duration newFirstBackoff) {
    return new OpenAiSettings(
        baseUrl, model, keyVariable, style, newAttempts, newFirstBackoff, adapters);
  }

  /** The same, with each version's adapter loaded into the server. */
  public OpenAiSettings withAdapters() {
    return new OpenAiSettings(baseUrl, model, keyVariable, style, attempts, firstBackoff, true);
  }

  URI uri(String path) {
    return URI.create(baseUrl + path);
  }
}
