package org.sealflow.jobs.bench.rollout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Answers chats as an OpenAI-compatible server does, each after a fixed time and all with the same
 * words: what is left to measure is the client.
 */
public final class AnsweringServer implements AutoCloseable {
  private static final byte[] ANSWER =
      "{\"choices\": [{\"message\": {\"role\": \"assistant\", \"content\": \"Done.\"}}]}"
          .getBytes(StandardCharsets.UTF_8);

  /** As many as connections that may knock at once. */
  private static final int BACKLOG = 4096;

  /** A request whose body is still on its way holds up one of them only. */
  private static final int THREADS = 8;

  private static final int SUCCESS = 200;

  private final HttpServer server;
  private final long delayMillis;
  private final Listener listener;
  private final ExecutorService readers = Executors.newFixedThreadPool(THREADS);
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();

  /** Is told what is asked. */
  interface Listener {
    /** Takes the body of a request, which it reads to its end; from several threads. */
    void take(InputStream body) throws IOException;
  }

  private AnsweringServer(HttpServer server, long delayMillis, Listener listener) {
    this.server = server;
    this.delayMillis = delayMillis;
    this.listener = listener;
  }

  /**
   * Begins to serve on a free port of this machine alone.
   *
   * @param delay from the end of a request to its answer
   */
  static AnsweringServer start(Duration delay, Listener listener) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    AnsweringServer answering = new AnsweringServer(server, delay.toMillis(), listener);
    server.createContext("/v1/", answering::answer);
    server.setExecutor(answering.readers);
    server.start();
    return answering;
  }

  /**
   * Serves in a process of its own: prints its port and serves until its input ends; the argument
   * is the time to an answer, milliseconds.
   */
  public static void main(String[] arguments) throws IOException {
    Duration delay = Duration.ofMillis(Long.parseLong(arguments[0]));
    AnsweringServer serving =
        start(delay, body -> body.transferTo(OutputStream.nullOutputStream()));
    System.out.println(serving.port());
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Where the paths of a server on a port of this machine begin. */
  static String baseUrl(int port) {
    return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + "/v1";
  }

  private void answer(HttpExchange exchange) throws IOException {
    listener.take(exchange.getRequestBody());
    // Whoever asked hears of a failure; nobody else waits for it.
    ScheduledFuture<?> unused =
        later.schedule(() -> send(exchange), delayMillis, TimeUnit.MILLISECONDS);
  }

  private static void send(HttpExchange exchange) {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(SUCCESS, ANSWER.length);
      exchange.getResponseBody().write(ANSWER);
    } catch (IOException clientGone) {
      // Nobody waits for it any more.
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    later.shutdownNow();
    readers.shutdownNow();
  }
}
