package org.sealflow.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends requests to a server, well formed or not. */
public final class TestingCaller {
  public static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI root;
  private final @Nullable String key;

  /**
   * An answer.
   *
   * @param json the body, where it is JSON
   */
  public record Heard(HttpResponse<String> response, @Nullable JsonNode json) {
    public int status() {
      return response.statusCode();
    }

    public String body() {
      return response.body();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** A place in the body, such as {@code /choices/0/text}. */
    public JsonNode at(String place) {
      if (json == null) {
        throw new AssertionError("no JSON: " + body());
      }
      return json.at(place);
    }

    public String text(String place) {
      return at(place).asText();
    }

    List<Integer> ids(String place) {
      List<Integer> ids = new ArrayList<>();
      at(place).forEach(id -> ids.add(id.asInt()));
      return ids;
    }

    /** The server-sent events, without the last. */
    List<JsonNode> events() {
      List<String> lines =
          body().lines().filter(line -> !line.isEmpty()).map(line -> line.substring(6)).toList();
      if (!lines.get(lines.size() - 1).equals("[DONE]")) {
        throw new AssertionError("the stream does not end: " + body());
      }
      return lines.subList(0, lines.size() - 1).stream().map(TestingCaller::parsed).toList();
    }
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(text, malformed);
    }
  }

  /** Calls a policy server. */
  TestingCaller(PolicyServer server, @Nullable String key) {
    this(server.url().resolve("/"), key);
  }

  /**
   * Calls a server.
   *
   * @param root where its paths begin
   * @param key the bearer key; null for none
   */
  public TestingCaller(URI root, @Nullable String key) {
    this.root = root;
    this.key = key;
  }

  public Heard get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** Posts JSON, written with ' for ". */
  public Heard post(String path, String json) throws IOException, InterruptedException {
    return send(posting(path, json));
  }

  public CompletableFuture<Heard> postLater(String path, String json) {
    return http.sendAsync(posting(path, json).build(), HttpResponse.BodyHandlers.ofString())
        .thenApply(TestingCaller::heard);
  }

  private HttpRequest.Builder posting(String path, String json) {
    return request(path)
        .header("Content-Type", "application/json; charset=utf-8")
        .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
  }

  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve(path));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    return request;
  }

  public Heard send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return heard(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
  }

  private static Heard heard(HttpResponse<String> response) {
    boolean json = response.headers().firstValue("Content-Type").orElse("").contains("json");
    return new Heard(response, json ? parsed(response.body()) : null);
  }
}
