package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that answers like an OpenAI-compatible server; the model asked for decides how, and the
 * path of an adapter how its loading goes. It forgets an adapter that it is told to at {@code
 * /forget}. Below {@code /plain} it knows no adapters, below {@code /second} it is another server.
 * Prints its port, then serves until its input ends.
 */
final class TestingModelServer {
  static final List<String> MODELS =
      List.of(
          "echo", "tools", "ids", "names", "noids", "flaky", "busy", "mute", "nonsense", "words");

  private final ObjectMapper json = new ObjectMapper();
  private final ArrayNode requests = json.createArrayNode();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Set<String> forgotten = ConcurrentHashMap.newKeySet();

  private TestingModelServer() {}

  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    TestingModelServer model = new TestingModelServer();
    server.createContext("/v1/", model::answer);
    server.createContext("/plain/v1/", model::answer);
    server.createContext("/second/v1/", model::answer);
    server.createContext("/requests", exchange -> model.send(exchange, 200, model.seen()));
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    System.out.println(server.getAddress().getPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    server.stop(0);
    Runtime.getRuntime().halt(0);
  }

  private synchronized String seen() {
    return requests.toString();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getPath();
    if (!"Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      send(exchange, 401, "{\"error\": \"no such key\"}");
    } else if (path.endsWith("/v1/models")) {
      send(exchange, 200, models());
    } else if (path.startsWith("/plain/")) {
      send(exchange, 404, "{\"detail\": \"Not Found\"}");
    } else {
      JsonNode request = json.readTree(body);
      note(path, request);
      if (path.endsWith("lora_adapter")) {
        forgotten.remove(request.path("lora_name").asText());
        adapter(exchange, request.path("lora_path").asText());
      } else if (path.endsWith("/forget")) {
        forgotten.add(request.path("lora_name").asText());
        send(exchange, 200, "Success: done");
      } else {
        complete(exchange, path, request);
      }
    }
  }

  private void adapter(HttpExchange exchange, String path) throws IOException {
    boolean second = exchange.getRequestURI().getPath().startsWith("/second/");
    if (path.contains("missing") || (second && path.contains("first-alone"))) {
      send(exchange, 400, "no such adapter");
    } else if (path.contains("late") && time(path) == 1) {
      send(exchange, 503, "not yet");
    } else if (path.contains("first-time") && time(path) > 1) {
      send(exchange, 400, "no such adapter");
    } else if (path.contains("twice")) {
      send(exchange, 400, "The adapter has already been loaded.");
    } else {
      send(exchange, 200, "Success: done");
    }
  }

  private synchronized void note(String path, JsonNode request) {
    ObjectNode noted = json.createObjectNode();
    noted.put("path", path);
    noted.set("body", request);
    requests.add(noted);
  }

  private String models() {
    ObjectNode answer = json.createObjectNode();
    ArrayNode data = answer.putArray("data");
    MODELS.forEach(model -> data.addObject().put("id", model));
    return answer.toString();
  }

  private void complete(HttpExchange exchange, String path, JsonNode request) throws IOException {
    String model = request.path("model").asText();
    int time = time(model);
    switch (model) {
      case "flaky" -> {
        boolean now = time % 3 == 0;
        send(exchange, now ? 200 : 503, now ? chat("at last") : "try again");
      }
      case "busy" -> send(exchange, 503, "always busy\nline two");
      case "full" -> send(exchange, 400, "{\"error\": {\"code\": \"context_length_exceeded\"}}");
      case "mute" -> await();
      case "nonsense" -> send(exchange, 200, "{\"hello\": 1}");
      case "words" -> send(exchange, 200, "<html>welcome</html>");
      case "tools" -> send(exchange, 200, toolCalls());
      case "ids", "names", "noids", "negative", "misnamed", "unknown" ->
          send(exchange, 200, completion(model));
      case "echo" -> send(exchange, 200, chat(last(request)));
      default -> {
        boolean known = model.startsWith("run-v") && !forgotten.contains(model);
        String unknown = "{\"error\": \"no model " + model + "\"}";
        send(exchange, known ? 200 : 404, known ? chat(path) : unknown);
      }
    }
  }

  private int time(String name) {
    return asked.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
  }

  private static void await() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static String last(JsonNode request) {
    JsonNode messages = request.path("messages");
    return messages.path(messages.size() - 1).path("content").asText();
  }

  private String chat(String content) {
    ObjectNode answer = json.createObjectNode();
    answer.putArray("choices").addObject().putObject("message").put("content", content);
    return answer.toString();
  }

  private String toolCalls() {
    ObjectNode answer = json.createObjectNode();
    ObjectNode message = answer.putArray("choices").addObject().putObject("message");
    message.putNull("content");
    ArrayNode calls = message.putArray("tool_calls");
    calls
        .addObject()
        .putObject("function")
        .put("name", "cd")
        .put("arguments", "{\"folder\": \"é\"}");
    calls.addObject().putObject("function").put("name", "ls").put("arguments", "{broken");
    return answer.toString();
  }

  private String completion(String model) {
    ObjectNode answer = json.createObjectNode();
    ObjectNode choice = answer.putArray("choices").addObject();
    choice.put("text", "hi");
    ObjectNode logProbs = choice.putObject("logprobs");
    logProbs.putArray("token_logprobs").add(-0.5).add(-0.25);
    switch (model) {
      case "ids" -> choice.putArray("token_ids").add(7).add(2);
      case "negative" -> choice.putArray("token_ids").add(-1);
      case "unknown" -> choice.putArray("token_ids").add(8);
      case "names" -> logProbs.putArray("tokens").add("token_id:7").add("token_id:2");
      case "misnamed" -> logProbs.putArray("tokens").add("token_id:7").add("token_id:abc");
      default -> logProbs.putArray("tokens").add("h").add("i");
    }
    return answer.toString();
  }

  private void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
