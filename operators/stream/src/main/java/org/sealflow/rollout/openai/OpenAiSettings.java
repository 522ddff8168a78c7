package org.sealflow.rollout.openai;

import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of a server and of the requests to it.
 *
 * @param baseUrl where its paths begin, e.g. {@code http://localhost:8000/v1}
 * @param model name of the model to ask for
 * @param keyVariable the environment variable that holds the bearer key; none is sent where it is
 *     not set or blank
 * @param style what to send
 * @param attempts how often a request is tried at most, at least 1
 * @param firstBackoff pause before the second try; doubled before each further one
 * @param adapters whether each new version's adapter is loaded into the server (vLLM's endpoint)
 * @param replicas further servers of the same model, and where they find weights
 * @param requests what requests say besides conversation and sampling
 */
public record OpenAiSettings(
    String baseUrl,
    String model,
    String keyVariable,
    Style style,
    int attempts,
    Duration firstBackoff,
    boolean adapters,
    ServerReplicas replicas,
    RequestOptions requests)
    implements Serializable {
  /** The variable unless told otherwise. */
  public static final String KEY_VARIABLE = "SEALFLOW_API_KEY";

  private static final int MOST_ATTEMPTS = 20;
  private static final String VERSION = "/v1";

  /** The forms of a request. */
  public enum Style {
    /** Token ids, of evaluations too, so that training and evaluation are shown the same. */
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
    for (String url : all(baseUrl, replicas)) {
      if (!isHttp(url)) {
        problems.add("base URL is '" + url + "', expected one such as http://localhost:8000/v1");
      }
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

  /** One server on the learner's file system, asked with seeds. */
  public OpenAiSettings(
      String baseUrl,
      String model,
      String keyVariable,
      Style style,
      int attempts,
      Duration firstBackoff,
      boolean adapters) {
    this(
        baseUrl,
        model,
        keyVariable,
        style,
        attempts,
        firstBackoff,
        adapters,
        ServerReplicas.NONE,
        RequestOptions.DEFAULT);
  }

  private static List<String> all(String baseUrl, ServerReplicas replicas) {
    List<String> urls = new ArrayList<>();
    urls.add(baseUrl);
    urls.addAll(replicas.baseUrls());
    return urls;
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
    return with(baseUrl, newStyle, attempts, firstBackoff, adapters, replicas, requests);
  }

  /** The same, tried so often. */
  public OpenAiSettings withAttempts(int newAttempts, Duration newFirstBackoff) {
    return with(baseUrl, style, newAttempts, newFirstBackoff, adapters, replicas, requests);
  }

  /** The same, with each version's adapter loaded into the server. */
  public OpenAiSettings withAdapters() {
    return with(baseUrl, style, attempts, firstBackoff, true, replicas, requests);
  }

  /** The same with further servers. */
  public OpenAiSettings withReplicas(ServerReplicas newReplicas) {
    return with(baseUrl, style, attempts, firstBackoff, adapters, newReplicas, requests);
  }

  /** The same with other requests. */
  public OpenAiSettings withRequests(RequestOptions newRequests) {
    return with(baseUrl, style, attempts, firstBackoff, adapters, replicas, newRequests);
  }

  /** Of each of the servers its own, in their order. */
  List<OpenAiSettings> servers() {
    return all(baseUrl, replicas).stream()
        .map(
            url ->
                with(url, style, attempts, firstBackoff, adapters, ServerReplicas.NONE, requests))
        .toList();
  }

  /** The same server from where its own paths begin, which are none of OpenAI's. */
  OpenAiSettings atRoot() {
    String root =
        baseUrl.endsWith(VERSION)
            ? baseUrl.substring(0, baseUrl.length() - VERSION.length())
            : baseUrl;
    return with(root, style, 1, firstBackoff, adapters, replicas, requests);
  }

  private OpenAiSettings with(
      String url,
      Style newStyle,
      int newAttempts,
      Duration newFirstBackoff,
      boolean newAdapters,
      ServerReplicas newReplicas,
      RequestOptions newRequests) {
    return new OpenAiSettings(
        url,
        model,
        keyVariable,
        newStyle,
        newAttempts,
        newFirstBackoff,
        newAdapters,
        newReplicas,
        newRequests);
  }

  /** Whether episodes are sent as token ids. */
  boolean sendsTokens() {
    return style == Style.TOKENS;
  }

  URI uri(String path) {
    return URI.create(baseUrl + path);
  }
}
