package org.sealflow.serve.gateway;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import org.sealflow.serve.ApiError;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpListener;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.PortService;

/**
 * An OpenAI-compatible endpoint in front of a policy server until closed. Every request goes to the
 * upstream under its path and with its headers, and the answer comes back as it is.
 */
public final class GatewayServer implements PortService, AutoCloseable {
  private final GatewaySettings settings;
  private final Upstream upstream;
  private final CallerWatch callers;
  private final Relay relay;
  private final HttpListener listener;

  private GatewayServer(GatewaySettings settings, CallRecorder recorder, Clock clock) {
    this.settings = settings;
    this.callers = new CallerWatch(settings.place().limits().requestTime());
    this.upstream = new Upstream(settings);
    this.relay = new Relay(settings, upstream, callers, recorder, clock);
    listener = HttpListener.of(settings.place(), this);
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
      gateway.listener.start();
    } catch (IOException taken) {
      gateway.close();
      throw taken;
    }
    return gateway;
  }

  /** The base URL that agents use instead of the upstream's. */
  public URI url() {
    return listener.url(settings.basePath());
  }

  @Override
  public void serve(HttpServerExchange exchange, byte[] body) throws IOException {
    relay.relay(exchange, body);
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return ApiError.of(refusal).answer();
  }

  /** Nothing: what is behind the gateway is not its own to open. */
  @Override
  public boolean isOpen(String path) {
    return false;
  }

  /** Takes no more requests, lets those under way end, and frees the port. */
  @Override
  public void close() {
    listener.close();
    upstream.close();
    callers.close();
  }
}
