package org.sealflow.jobs.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that answers chats as an OpenAI-compatible server does, each after a fixed time and all
 * with the same words: what is left to measure is the client. Prints its port, serves until its
 * input ends.
 */
public final class AnsweringServer {
  private static final byte[] ANSWER =
      "{\"choices\": [{\"message\": {\"role\": \"assistant\", \"content\": \"Done.\"}}]}"
          .getBytes(StandardCharsets.UTF_8);

  /** As many as connections that may knock at once. */
  private static final int BACKLOG = 4096;

  private static final int SUCCESS = 200;

  private final long delayMillis;
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();

  private AnsweringServer(long delayMillis) {
    this.delayMillis = delayMillis;
  }

  /** Serves; the argument is the time to an answer, milliseconds. */
  public static void main(String[] arguments) throws IOException {
    AnsweringServer answering = new AnsweringServer(Long.parseLong(arguments[0]));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.createContext("/v1/", answering::answer);
    server.setExecutor(Executors.newFixedThreadPool(2));
    server.start();
    System.out.println(server.getAddress().getPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
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
}
