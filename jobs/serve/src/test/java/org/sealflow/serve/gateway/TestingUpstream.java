package org.sealflow.serve.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that answers what the test says and remembers what it was asked. */
public final class TestingUpstream implements AutoCloseable {
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  public final List<Asked> asked = new CopyOnWriteArrayList<>();

  /** The answers of a test. */
  @FunctionalInterface
  public interface Answering {
    /** Answers one request. */
    void answer(HttpExchange exchange, String body) throws IOException;
  }

  /** A request. */
  public record Asked(String method, URI uri, List<String> headers, String body) {}

  public TestingUpstream(Answering answering) {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    http.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            List<String> headers =
                exchange.getRequestHeaders().entrySet().stream()
                    .map(header -> header.getKey() + ": " + String.join(",", header.getValue()))
                    .toList();
            asked.add(
                new Asked(exchange.getRequestMethod(), exchange.getRequestURI(), headers, body));
            answering.answer(exchange, body);
          }
        });
    http.setExecutor(threads);
    http.start();
  }

  /** The base URL that agents would use. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/v1");
  }

  /** Answers with JSON, written with ' for ". */
  public static void json(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** A chat's whole answer of these words. */
  public static String says(String words) {
    return "{'id':'x','object':'chat.completion','choices':[{'index':0,'message':"
        + "{'role':'assistant','content':'"
        + words
        + "'},'finish_reason':'stop'}],'usage':{'total_tokens':5}}";
  }

  /** A chat's whole answer that calls a tool. */
  public static String calls(String tool, String arguments) {
    return "{'choices':[{'index':0,'message':{'role':'assistant','content':null,'tool_calls':"
        + "[{'id':'c1','type':'function','function':{'name':'"
        + tool
        + "','arguments':'"
        + arguments
        + "'}}]},'finish_reason':'tool_calls'}]}";
  }

  /** Begins a stream of events. */
  public static void stream(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
  }

  /** Sends an event, written with ' for ". */
  public static void event(HttpExchange exchange, String data) throws IOException {
    String event = "data: " + data.replace('\'', '"') + "\n\n";
    exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
