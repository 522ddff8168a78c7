package org.sealflow.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An OpenAI-compatible server that behaves as a test says. */
public final class TestingChatServer implements AutoCloseable {
  /** The server's treatment of a request. */
  interface Behaviour {
    void answer(HttpExchange exchange, String question) throws IOException;
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> questions = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch closed = new CountDownLatch(1);

  private TestingChatServer(Function<TestingChatServer, Behaviour> behaviour) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
    Behaviour does = behaviour.apply(this);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
          String question = request.path("messages").path(1).path("content").asText();
          questions.add(request.path("messages").path(0).path("content").asText() + question);
          does.answer(exchange, question);
        });
    server.setExecutor(threads);
    server.start();
  }

  /** Answers a message of this content to every question. */
  public static TestingChatServer saying(Function<String, String> content) {
    return new TestingChatServer(
        any -> (exchange, question) -> send(exchange, 200, chat(content.apply(question))));
  }

  /** Answers with a status and a body. */
  public static TestingChatServer answering(int status, String body) {
    return new TestingChatServer(any -> (exchange, question) -> send(exchange, status, body));
  }

  /** Never answers. */
  public static TestingChatServer hanging() {
    return new TestingChatServer(server -> (exchange, question) -> server.waitForEnd());
  }

  /** Begins to answer and never comes to an end. */
  public static TestingChatServer trickling() {
    return new TestingChatServer(
        server ->
            (exchange, question) -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write("{\"choices\"".getBytes(StandardCharsets.UTF_8));
              exchange.getResponseBody().flush();
              server.waitForEnd();
            });
  }

  /** Answers bytes without end. */
  public static TestingChatServer flooding() {
    return new TestingChatServer(
        server ->
            (exchange, question) -> {
              exchange.sendResponseHeaders(200, 0);
              byte[] block = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
              try (OutputStream body = exchange.getResponseBody()) {
                while (server.closed.getCount() > 0) {
                  body.write(block);
                }
              } catch (IOException nobodyReads) {
                exchange.close();
              }
            });
  }

  /** Closes the connection instead of an answer. */
  public static TestingChatServer hangingUp() {
    return new TestingChatServer(any -> (exchange, question) -> exchange.close());
  }

  private void waitForEnd() {
    try {
      closed.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  public static String chat(String content) {
    ObjectNode answer = JSON.createObjectNode();
    answer.putArray("choices").addObject().putObject("message").put("content", content);
    return answer.toString();
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  public String baseUrl() {
    return "http://localhost:" + server.getAddress().getPort() + "/v1";
  }

  /** Instruction and question of each request so far. */
  public List<String> questions() {
    return List.copyOf(questions);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
