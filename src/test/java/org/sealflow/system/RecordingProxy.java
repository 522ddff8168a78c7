package org.sealflow.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Stands before a server, hands every call on and remembers it with its answer. */
final class RecordingProxy implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Call> calls = new ArrayList<>();
  private final URI target;
  private final HttpServer server;

  /**
   * A call.
   *
   * @param path below the server's base URL, such as {@code /completions}; elsewhere whole, such as
   *     {@code /tokenize}
   * @param authorization the header of that name
   * @param body what was sent; missing where nothing was
   */
  record Call(
      String path, @Nullable String authorization, JsonNode body, int status, String answer) {
    /** The answer as JSON. */
    JsonNode json() throws IOException {
      return JSON.readTree(answer);
    }

    boolean succeeded() {
      return status == 200;
    }
  }

  /**
   * Starts listening on a free port.
   *
   * @param target base URL of the server
   */
  RecordingProxy(URI target) throws IOException {
    this.target = target;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handOn);
    server.start();
  }

  /** Base URL of the server by way of this. */
  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + target.getPath());
  }

  /** The calls answered so far, in the order of their answers. */
  List<Call> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  /** Those of one path that succeeded. */
  List<Call> succeeded(String path) {
    return calls().stream().filter(call -> call.path().equals(path) && call.succeeded()).toList();
  }

  private void handOn(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String whole = exchange.getRequestURI().getPath();
      String path =
          whole.startsWith(target.getPath()) ? whole.substring(target.getPath().length()) : whole;
      String key = exchange.getRequestHeaders().getFirst("Authorization");
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target.resolve(whole))
              .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
              .header("Content-Type", "application/json");
      if (key != null) {
        request.header("Authorization", key);
      }
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      synchronized (calls) {
        calls.add(new Call(path, key, JSON.readTree(body), answer.statusCode(), answer.body()));
      }
      byte[] said = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.statusCode(), said.length);
      exchange.getResponseBody().write(said);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
