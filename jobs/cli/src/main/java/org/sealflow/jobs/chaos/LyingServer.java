package org.sealflow.jobs.chaos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;

/** Answers every request at once, and with nothing that a policy server would say. */
final class LyingServer implements AutoCloseable {
  private static final int OK = 200;

  /**
   * An answer.
   *
   * @param status of HTTP
   * @param body whatever the request was
   */
  private record Lie(int status, String body) {}

  private static final List<Lie> LIES =
      List.of(
          new Lie(OK, ""),
          new Lie(OK, "{}"),
          new Lie(OK, "<html>It works!</html>"),
          new Lie(OK, "{\"choices\": []}"),
          new Lie(OK, "{\"choices\": [{\"index\": 0, \"text\": null, \"finish_reason\": 7}]}"),
          new Lie(
              OK,
              "{\"choices\": [{\"index\": 0, \"text\": \"ok\", \"token_ids\": [99999999, -4],"
                  + " \"finish_reason\": \"stop\"}]}"),
          new Lie(
              OK,
              "{\"choices\": [{\"index\": 0, \"text\": \"ok\", \"token_ids\": [1, 2], \"logprobs\":"
                  + " {\"token_logprobs\": [5.0]}, \"finish_reason\": \"stop\"}]}"),
          new Lie(OK, "[".repeat(20_000)),
          new Lie(404, "{\"error\": {\"message\": \"no such model\"}}"),
          new Lie(429, "{\"error\": \"busy\"}"),
          new Lie(500, "oops"));

  private final HttpServer server;
  private Random random = new Random(0);

  private LyingServer(HttpServer server) {
    this.server = server;
  }

  /** Starts it on a free port. */
  static LyingServer start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    LyingServer liar = new LyingServer(server);
    server.createContext("/", liar::answer);
    server.setExecutor(
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "lying-server");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
    return liar;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Draws anew how its answers are wrong. */
  synchronized void reseed(long seed) {
    random = new Random(seed);
  }

  private synchronized Lie next() {
    return LIES.get(random.nextInt(LIES.size()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    Lie lie = next();
    byte[] body = lie.body().getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(lie.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
