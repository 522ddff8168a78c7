package org.sealflow.rollout.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;

/**
 * Talks JSON with a server: each request until a deadline, tried again after growing pauses where
 * that may help. Thread-safe.
 */
final class ServerClient {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int SUCCESS = 200;
  private static final int NO_SUCCESS = 300;

  private final OpenAiSettings settings;
  private final @Nullable String key;
  private final Clock clock;
  private final HttpClient http;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * For one server.
   *
   * @param key the bearer key, which a header can carry; null if none is sent
   */
  ServerClient(OpenAiSettings settings, @Nullable String key, Clock clock) {
    this.settings = settings;
    this.key = key;
    this.clock = clock;
    // One connection per request in flight: with HTTP/2 servers would queue behind one stream.
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
  }

  /** Those of the server. */
  OpenAiSettings settings() {
    return settings;
  }

  ObjectMapper json() {
    return json;
  }

  /** Sends a JSON body and returns the server's answer; an empty answer is a missing node. */
  CompletableFuture<JsonNode> post(String path, JsonNode body, Instant deadline) {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    return tried(request, deadline, 1);
  }

  /** Reads the JSON at a path. */
  CompletableFuture<JsonNode> get(String path, Instant deadline) {
    return tried(request(path).GET(), deadline, 1);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(settings.uri(path));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    return request;
  }

  private CompletableFuture<JsonNode> tried(
      HttpRequest.Builder request, Instant deadline, int attempt) {
    Duration left = Duration.between(clock.instant(), deadline);
    if (left.isNegative() || left.isZero()) {
      return CompletableFuture.failedFuture(late());
    }
    return once(request, left)
        .exceptionallyCompose(
            failure ->
                again(failure, deadline, attempt, () -> tried(request, deadline, attempt + 1)));
  }

  private CompletableFuture<JsonNode> once(HttpRequest.Builder request, Duration left) {
    CompletableFuture<HttpResponse<String>> sent =
        http.sendAsync(request.copy().timeout(left).build(), HttpResponse.BodyHandlers.ofString());
    // The request's own timeout ends with the headers; a body may trickle on.
    return sent.copy()
        .orTimeout(left.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((response, failure) -> cancel(sent, failure))
        .thenApply(this::read);
  }

  private static void cancel(CompletableFuture<?> sent, @Nullable Throwable failure) {
    if (failure != null) {
      sent.cancel(true);
    }
  }

  private JsonNode read(HttpResponse<String> response) {
    if (response.statusCode() < SUCCESS || response.statusCode() >= NO_SUCCESS) {
      throw ServerError.status(settings, response.statusCode(), response.body());
    }
    try {
      return json.readTree(response.body());
    } catch (JsonProcessingException malformed) {
      // vLLM acknowledges adapters in plain words.
      return json.getNodeFactory().textNode(response.body());
    }
  }

  private CompletableFuture<JsonNode> again(
      Throwable failure,
      Instant deadline,
      int attempt,
      Supplier<CompletableFuture<JsonNode>> retry) {
    Throwable cause = ServerFailures.cause(failure);
    if (isTimeout(cause)) {
      return CompletableFuture.failedFuture(late());
    }
    ServerError error =
        cause instanceof ServerError known ? known : ServerError.unreachable(settings, cause);
    Duration pause = settings.firstBackoff().multipliedBy(1L << (attempt - 1));
    boolean inTime = clock.instant().plus(pause).isBefore(deadline);
    if (!error.passing() || attempt >= settings.attempts() || !inTime) {
      return CompletableFuture.failedFuture(error.asPolicyException());
    }
    return CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS))
        .thenCompose(done -> retry.get());
  }

  private static boolean isTimeout(Throwable cause) {
    boolean late = cause instanceof HttpTimeoutException || cause instanceof TimeoutException;
    return late && !(cause instanceof HttpConnectTimeoutException);
  }

  private PolicyException late() {
    return new PolicyException(
        PolicyException.Cause.DEADLINE,
        "the server at " + settings.baseUrl() + " did not answer in time");
  }
}
