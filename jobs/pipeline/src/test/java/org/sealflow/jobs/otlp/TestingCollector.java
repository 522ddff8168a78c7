package org.sealflow.jobs.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A collector of OpenTelemetry's logs over HTTP: takes what a collector takes at {@code /v1/logs},
 * and refuses what it is told to refuse first.
 */
final class TestingCollector implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Deque<Integer> refusals = new ArrayDeque<>();
  private final List<JsonNode> records = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private int requests;

  TestingCollector(int... refusals) throws IOException {
    for (int status : refusals) {
      this.refusals.add(status);
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/logs", this::take);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private synchronized void take(HttpExchange exchange) throws IOException {
    requests++;
    keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("x-key")));
    byte[] body = exchange.getRequestBody().readAllBytes();
    Integer refusal = refusals.poll();
    int status = refusal == null ? status(exchange, body) : refusal;
    byte[] answer =
        (status == 200 ? "{}" : "{\"message\":\"refused\\nfor now\"}")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Retry-After", "0");
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /** Takes the records of a request that is one of OTLP's. */
  private int status(HttpExchange exchange, byte[] body) throws IOException {
    boolean json = "application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"));
    JsonNode data = JSON.readTree(body);
    if (!exchange.getRequestMethod().equals("POST") || !json || !data.has("resourceLogs")) {
      return 400;
    }
    for (JsonNode resource : data.get("resourceLogs")) {
      for (JsonNode scope : resource.get("scopeLogs")) {
        scope.get("logRecords").forEach(records::add);
      }
    }
    return 200;
  }

  synchronized int requests() {
    return requests;
  }

  /** Per request the header {@code x-key}. */
  synchronized List<String> keys() {
    return List.copyOf(keys);
  }

  synchronized List<JsonNode> records() {
    return List.copyOf(records);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
