package org.sealflow.serve.gateway;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.sealflow.serve.ApiError;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.OpenCalls;
import org.xnio.Options;

/**
 * An OpenAI-compatible endpoint in front of a policy server until closed. Every request goes to the
 * upstream under its path and with its headers, and the answer comes back as it is. By Undertow, as
 * the JDK's server does not hear of callers who are gone.
 */
public final class GatewayServer implements AutoCloseable {
  private static final int HEADER_MILLIS = 60_000;
  private static final int IDLE_MILLIS = 300_000;
  private static final int MOST_CONNECTIONS = 32_768;

  private final GatewaySettings settings;
  private final ExecutorService threads = Executors.newCachedThreadPool(daemons());
  private final CallerWatch callers = new CallerWatch();
  private final OpenCalls open;
  private final Relay relay;
  private final Undertow server;

  private GatewayServer(GatewaySettings settings, CallRecorder recorder, Clock clock) {
    this.settings = settings;
    this.open = new OpenCalls(settings.place().mostCalls());
    this.relay = new Relay(settings, new Upstream(settings, threads), callers, recorder, clock);
    server =
        Undertow.builder()
            .addHttpListener(settings.place().port(), settings.place().host())
            .setServerOption(
                UndertowOptions.MAX_ENTITY_SIZE, (long) settings.place().mostBodyBytes())
            .setServerOption(UndertowOptions.REQUEST_PARSE_TIMEOUT, HEADER_MILLIS)
            .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, IDLE_MILLIS)
            .setServerOption(UndertowOptions.ALWAYS_SET_DATE, false)
            .setSocketOption(Options.CONNECTION_HIGH_WATER, MOST_CONNECTIONS)
            .setSocketOption(Options.CONNECTION_LOW_WATER, MOST_CONNECTIONS)
            .setSocketOption(Options.TCP_NODELAY, true)
            .setWorkerOption(Options.THREAD_DAEMON, true)
            .setHandler(this::handle)
            .build();
  }

  /**
   * Starts a gateway.
   *
   * @param recorder stays open when the gateway is closed
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static GatewayServer start(GatewaySettings settings, CallRecorder recorder, Clock clock)
      throws IOException {
    GatewayServer gateway = new GatewayServer(settings, recorder, clock);
    try {
      gateway.server.start();
    } catch (RuntimeException failed) {
      gateway.close();
      if (failed.getCause() instanceof BindException taken) {
        throw HttpPort.cannotListen(settings.place(), taken);
      }
      throw failed;
    }
    return gateway;
  }

  private static ThreadFactory daemons() {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "gateway-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** The base URL that agents use instead of the upstream's. */
  public URI url() {
    InetSocketAddress bound = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    return HttpPort.url(settings.place(), bound, settings.basePath());
  }

  private void handle(HttpServerExchange exchange) {
    exchange.dispatch(threads, this::serve);
  }

  private void serve(HttpServerExchange exchange) throws IOException {
    exchange.startBlocking();
    Optional<HttpRefusal> refused = open.begin();
    if (refused.isPresent()) {
      Relay.send(exchange, ApiError.of(refused.get()).answer());
      return;
    }
    try {
      relay.relay(exchange);
    } finally {
      open.end();
    }
  }

  /** Takes no more requests, lets those under way end, and frees the port. */
  @Override
  public void close() {
    open.close(settings.place().drain());
    server.stop();
    threads.shutdownNow();
    callers.close();
  }
}
