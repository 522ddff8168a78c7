package org.sealflow.serve.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A port of the JDK's HTTP server: bounded requests, one thread each, until closed. */
public final class HttpPort implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final int DRAINED = 32 << 20;
  private static final int CHUNK = 1 << 14;

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool(daemons());
  private final OpenCalls open;
  private final PortSettings settings;
  private final HttpHandler handler;

  private HttpPort(PortSettings settings, HttpHandler handler) throws IOException {
    this.settings = settings;
    this.handler = handler;
    this.open = new OpenCalls(settings.mostCalls());
    this.http = listen(settings);
    http.createContext("/", this::handle);
    http.setExecutor(threads);
  }

  /**
   * Opens a port; nothing is answered until {@link #start}.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static HttpPort open(PortSettings settings, HttpHandler handler) throws IOException {
    return new HttpPort(settings, handler);
  }

  /**
   * Looks whether a server could listen, before much is done for it.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static void requireFree(PortSettings settings) throws IOException {
    // Not by an HttpServer: one that was never started keeps its port after it is stopped.
    try (ServerSocket free = new ServerSocket()) {
      free.bind(new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()));
    } catch (IOException refused) {
      throw cannotListen(settings, refused);
    }
  }

  private static HttpServer listen(PortSettings settings) throws IOException {
    JdkServerProperties.set();
    try {
      InetAddress host = InetAddress.getByName(settings.host());
      return HttpServer.create(new InetSocketAddress(host, settings.port()), BACKLOG);
    } catch (IOException refused) {
      throw cannotListen(settings, refused);
    }
  }

  /** Why a server cannot listen, in one line that says what to do. */
  public static IOException cannotListen(PortSettings settings, Throwable cause) {
    return new IOException(
        "cannot listen at "
            + settings.host()
            + ":"
            + settings.port()
            + " ("
            + cause.getMessage()
            + "): choose another port, 0 for any, or another host",
        cause);
  }

  /** Threads that do not keep the JVM alive. */
  private static ThreadFactory daemons() {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "serve-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Begins to answer. */
  public void start() {
    http.start();
  }

  /** Where a path is reached, e.g. {@code http://127.0.0.1:8000/v1}. */
  public URI url(String path) {
    return url(settings, http.getAddress(), path);
  }

  /** Where a path of a server is reached. */
  public static URI url(PortSettings settings, InetSocketAddress bound, String path) {
    String host = bound.getAddress().isAnyLocalAddress() ? "localhost" : settings.host();
    try {
      return new URI("http", null, host, bound.getPort(), path, null, null);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("a host that was bound is none", impossible);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Optional<HttpRefusal> refused = open.begin();
      if (refused.isPresent()) {
        send(exchange, handler.refused(refused.get()));
        return;
      }
      try {
        send(exchange, answer(call(exchange)));
      } finally {
        open.end();
      }
    }
  }

  private HttpCall call(HttpExchange exchange) {
    return new HttpCall(
        exchange.getRequestMethod(),
        exchange.getRequestURI(),
        name -> exchange.getRequestHeaders().getFirst(name),
        exchange.getRequestBody(),
        settings.mostBodyBytes());
  }

  private Answer answer(HttpCall call) throws IOException {
    try {
      return handler.answer(call);
    } catch (HttpRefusal refusal) {
      return handler.refused(refusal);
    } catch (RuntimeException | StackOverflowError defect) {
      return handler.refused(HttpRefusal.failed(defect));
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    drain(exchange);
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    for (Map.Entry<String, String> header : answer.headers().entrySet()) {
      exchange.getResponseHeaders().put(header.getKey(), List.of(header.getValue()));
    }
    if (exchange.getRequestMethod().equals(HttpCall.HEAD)) {
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    // A length of 0 would mean one that is not known.
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Callers who are still sending when the connection ends hear of that and not of the answer. */
  private static void drain(HttpExchange exchange) throws IOException {
    byte[] chunk = new byte[CHUNK];
    int drained = 0;
    int read = exchange.getRequestBody().read(chunk);
    while (read >= 0 && drained < DRAINED) {
      drained += read;
      read = exchange.getRequestBody().read(chunk);
    }
  }

  /** Takes no more requests, lets those under way end, and frees the port. */
  @Override
  public void close() {
    open.close(settings.drain());
    http.stop(0);
    threads.shutdownNow();
  }
}
