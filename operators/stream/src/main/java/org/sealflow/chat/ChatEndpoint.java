package org.sealflow.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a model one question at a time. Every way to fail is one exception with its reason. */
public final class ChatEndpoint {
  /** An answer of some tasks has some ten thousand bytes. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_TOKENS = 4_096;
  private static final int OK = 200;

  private final EndpointSettings settings;
  private final double temperature;
  private final HttpClient http;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * For one model.
   *
   * @param temperature how freely it answers; 0 for always the likeliest word
   */
  public ChatEndpoint(EndpointSettings settings, double temperature) {
    this.settings = settings;
    this.temperature = temperature;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.timeout())
            .build();
  }

  /**
   * The text that the model answers.
   *
   * @param within how long it may take
   * @throws FailedRequestException if there is none
   */
  public String answer(String instruction, String question, Duration within)
      throws FailedRequestException {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request(instruction, question, within), head -> new BoundedBody(MOST_BYTES));
    try {
      return text(sent.get(within.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException failed) {
      throw failure(failed);
    } catch (TimeoutException late) {
      throw timeout(within);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw timeout(within);
    } finally {
      // A body may trickle on for ever.
      sent.cancel(true);
    }
  }

  private HttpRequest request(String instruction, String question, Duration within) {
    ObjectNode body = json.createObjectNode();
    body.put("model", settings.model());
    ArrayNode messages = body.putArray("messages");
    messages.addObject().put("role", "system").put("content", instruction);
    messages.addObject().put("role", "user").put("content", question);
    body.put("temperature", temperature);
    body.put("max_tokens", MOST_TOKENS);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.chat())
            .timeout(within)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    if (settings.key() != null) {
      request.header("Authorization", "Bearer " + settings.key());
    }
    return request.build();
  }

  private String text(HttpResponse<byte[]> response) throws FailedRequestException {
    if (response.statusCode() != OK) {
      throw new FailedRequestException(
          RequestFailure.HTTP_STATUS, "status " + response.statusCode() + ", expected " + OK);
    }
    JsonNode content;
    try {
      content =
          json.readTree(new String(response.body(), StandardCharsets.UTF_8))
              .path("choices")
              .path(0)
              .path("message")
              .path("content");
    } catch (JsonProcessingException malformed) {
      throw new FailedRequestException(RequestFailure.NO_ANSWER, "the answer is no JSON");
    }
    if (!content.isTextual()) {
      throw new FailedRequestException(
          RequestFailure.NO_ANSWER, "the answer has no choices[0].message.content");
    }
    return content.asText();
  }

  private FailedRequestException failure(ExecutionException failed) {
    for (Throwable cause = failed.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof FailedRequestException known) {
        return known;
      }
      if (cause instanceof HttpTimeoutException) {
        return timeout(settings.timeout());
      }
    }
    String what =
        failed.getCause() instanceof IOException broken && broken.getMessage() != null
            ? broken.getMessage().replaceAll("\\s+", " ")
            : String.valueOf(failed.getCause());
    return new FailedRequestException(
        RequestFailure.UNREACHABLE, settings.baseUrl() + " does not answer: " + what);
  }

  private FailedRequestException timeout(Duration within) {
    return new FailedRequestException(
        RequestFailure.TIMEOUT,
        settings.baseUrl() + " gave no whole answer within " + within.toMillis() + " ms");
  }
}
