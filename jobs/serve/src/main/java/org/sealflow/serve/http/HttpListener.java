package org.sealflow.serve.http;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.HttpContinueReadHandler;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.xnio.IoUtils;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.XnioExecutor;
import org.xnio.channels.Channels;
import org.xnio.channels.StreamSinkChannel;

/**
 * A port with the limits and the security that all servers share: the key is asked for before
 * anything else, bodies are read without a thread, and each request that is whole gets a thread.
 * Callers who are too slow are hung up on.
 */
public final class HttpListener implements AutoCloseable {
  private static final int MOST_HEADER_BYTES = 1 << 16;
  private static final int BACKLOG = 1024;

  /** Callers who are still sending when the connection ends hear of that and not of the answer. */
  private static final long DRAINED = 32 << 20;

  private final ExecutorService threads = Executors.newCachedThreadPool(daemons());
  private final PortSettings settings;
  private final PortService service;
  private final OpenCalls open;
  private final HeldBytes held;
  private final Undertow server;

  private HttpListener(PortSettings settings, PortService service) {
    this.settings = settings;
    this.service = service;
    open = new OpenCalls(settings.mostCalls());
    held = new HeldBytes(settings.mostBodyBytes());
    server = server();
  }

  /** A listener; nothing is bound until {@link #start}. */
  public static HttpListener of(PortSettings settings, PortService service) {
    return new HttpListener(settings, service);
  }

  private Undertow server() {
    PortLimits limits = settings.limits();
    Undertow.Builder builder =
        Undertow.builder()
            .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, limits.mostBodyBytes() + DRAINED)
            .setServerOption(UndertowOptions.MAX_HEADER_SIZE, MOST_HEADER_BYTES)
            .setServerOption(
                UndertowOptions.REQUEST_PARSE_TIMEOUT, (int) limits.headerTime().toMillis())
            .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, (int) limits.idleTime().toMillis())
            .setServerOption(UndertowOptions.ALWAYS_SET_DATE, false)
            .setSocketOption(Options.CONNECTION_HIGH_WATER, limits.mostConnections())
            .setSocketOption(Options.CONNECTION_LOW_WATER, limits.mostConnections())
            .setSocketOption(Options.BACKLOG, BACKLOG)
            .setSocketOption(Options.TCP_NODELAY, true)
            .setSocketOption(Options.SSL_ENABLED_PROTOCOLS, Sequence.of("TLSv1.3", "TLSv1.2"))
            .setWorkerOption(Options.THREAD_DAEMON, true)
            .setHandler(new HttpContinueReadHandler(this::handle));
    return settings
        .security()
        .tls()
        .context()
        .map(context -> builder.addHttpsListener(settings.port(), settings.host(), context))
        .orElseGet(() -> builder.addHttpListener(settings.port(), settings.host()))
        .build();
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

  /**
   * Begins to answer.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public void start() throws IOException {
    try {
      // The server itself would say of an unknown host that it is unresolved, and no more.
      InetAddress unused = InetAddress.getByName(settings.host());
      server.start();
    } catch (IOException unknown) {
      threads.shutdownNow();
      throw cannotListen(settings, unknown);
    } catch (RuntimeException failed) {
      close();
      if (failed.getCause() instanceof IOException taken) {
        throw cannotListen(settings, taken);
      }
      throw failed;
    }
  }

  /**
   * Looks whether a server could listen, before much is done for it.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static void requireFree(PortSettings settings) throws IOException {
    try (ServerSocket free = new ServerSocket()) {
      free.bind(new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()));
    } catch (IOException refused) {
      throw cannotListen(settings, refused);
    }
  }

  private static IOException cannotListen(PortSettings settings, Throwable cause) {
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

  /** Where a path is reached, once it is started, e.g. {@code http://127.0.0.1:8000/v1}. */
  public URI url(String path) {
    InetSocketAddress bound = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    String scheme = settings.security().tls().isSet() ? "https" : "http";
    String host = bound.getAddress().isAnyLocalAddress() ? "localhost" : settings.host();
    try {
      return new URI(scheme, null, host, bound.getPort(), path, null, null);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("a host that was bound is none", impossible);
    }
  }

  HeldBytes held() {
    return held;
  }

  private void handle(HttpServerExchange exchange) throws Exception {
    String key = exchange.getRequestHeaders().getFirst(Headers.AUTHORIZATION);
    if (!settings.security().key().admits(key) && !service.isOpen(path(exchange))) {
      refuse(exchange, HttpRefusal.badKey());
      return;
    }
    io.undertow.server.HttpHandler takeover;
    try {
      takeover = service.takeover(exchange);
    } catch (HttpRefusal refusal) {
      refuse(exchange, refusal);
      return;
    }
    if (takeover != null) {
      takeover.handleRequest(exchange);
      return;
    }
    new IncomingBody(
            exchange,
            held,
            settings.mostBodyBytes(),
            body -> begin(exchange, body),
            refusal -> refuse(exchange, refusal))
        .receive(settings.limits().requestTime());
  }

  private static String path(HttpServerExchange exchange) {
    try {
      String path = uri(exchange).getPath();
      return path == null ? "" : path;
    } catch (HttpRefusal odd) {
      return "";
    }
  }

  /**
   * The path and query of a request.
   *
   * @throws HttpRefusal if it is no URI
   */
  static URI uri(HttpServerExchange exchange) {
    String query = exchange.getQueryString();
    try {
      return new URI(exchange.getRequestURI() + (query.isEmpty() ? "" : "?" + query));
    } catch (URISyntaxException odd) {
      throw HttpRefusal.wrong("the path is no URI: " + odd.getReason());
    }
  }

  private void begin(HttpServerExchange exchange, byte[] body) {
    Optional<HttpRefusal> refused = open.begin();
    if (refused.isPresent()) {
      held.giveBack(body.length);
      refuse(exchange, refused.get());
      return;
    }
    try {
      exchange.dispatch(threads, answered -> serve(answered, body));
    } catch (RejectedExecutionException closed) {
      open.end();
      held.giveBack(body.length);
      IoUtils.safeClose(exchange.getConnection());
    }
  }

  private void serve(HttpServerExchange exchange, byte[] body) throws IOException {
    try {
      exchange.startBlocking();
      service.serve(exchange, body);
    } finally {
      held.giveBack(body.length);
      open.end();
    }
  }

  /** Answers without a thread. */
  private void refuse(HttpServerExchange exchange, HttpRefusal refusal) {
    Answer answer = service.refused(refusal);
    byte[] body = head(exchange, answer);
    XnioExecutor.Key slow = hangUpLater(exchange, settings.limits().requestTime());
    exchange.addExchangeCompleteListener(
        (over, next) -> {
          slow.remove();
          next.proceed();
        });
    exchange.getResponseSender().send(ByteBuffer.wrap(body));
  }

  /**
   * Sends an answer from a thread that may wait.
   *
   * @param longest how long the caller may take to read it
   * @throws IOException if the caller is gone, or takes longer
   */
  public static void send(HttpServerExchange exchange, Answer answer, Duration longest)
      throws IOException {
    ByteBuffer body = ByteBuffer.wrap(head(exchange, answer));
    StreamSinkChannel channel = exchange.getResponseChannel();
    long begun = System.nanoTime();
    // No timer: setting one wakes the connections' thread, for an answer that is sent at once.
    int unused = Channels.writeBlocking(channel, body, longest.toNanos(), TimeUnit.NANOSECONDS);
    channel.shutdownWrites();
    long left = Math.max(1, longest.toNanos() - (System.nanoTime() - begun));
    if (body.hasRemaining() || !Channels.flushBlocking(channel, left, TimeUnit.NANOSECONDS)) {
      IoUtils.safeClose(exchange.getConnection());
      throw new SocketTimeoutException("the caller did not read the answer within " + longest);
    }
  }

  /** Sets everything but the body, which is returned. */
  private static byte[] head(HttpServerExchange exchange, Answer answer) {
    exchange.setStatusCode(answer.status());
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, answer.contentType());
    answer
        .headers()
        .forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.setResponseContentLength(body.length);
    return body;
  }

  private static XnioExecutor.Key hangUpLater(HttpServerExchange exchange, Duration longest) {
    return exchange
        .getIoThread()
        .executeAfter(
            () -> IoUtils.safeClose(exchange.getConnection()),
            longest.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Takes no more requests, lets those under way end, and frees the port. */
  @Override
  public void close() {
    open.close(settings.drain());
    server.stop();
    threads.shutdownNow();
  }
}
