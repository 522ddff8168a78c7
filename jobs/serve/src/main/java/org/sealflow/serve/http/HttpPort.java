package org.sealflow.serve.http;

import io.undertow.server.HttpServerExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A port whose requests a handler answers, each in a thread, until closed. */
public final class HttpPort implements AutoCloseable {
  private final HttpListener listener;

  private HttpPort(HttpListener listener) {
    this.listener = listener;
  }

  /** A port; nothing is bound until {@link #start}. */
  public static HttpPort open(PortSettings settings, HttpHandler handler) {
    return open(settings, handler, exchange -> null);
  }

  /**
   * A port where some requests are not for the handler.
   *
   * @param takeovers what takes over the connection of a request; null for an ordinary one; throws
   *     {@link HttpRefusal} if it is refused
   */
  public static HttpPort open(
      PortSettings settings,
      HttpHandler handler,
      Function<HttpServerExchange, io.undertow.server.@Nullable HttpHandler> takeovers) {
    return new HttpPort(
        HttpListener.of(settings, new Handled(handler, takeovers, settings.limits())));
  }

  /**
   * Looks whether a server could listen, before much is done for it.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static void requireFree(PortSettings settings) throws IOException {
    HttpListener.requireFree(settings);
  }

  /**
   * Begins to answer.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public void start() throws IOException {
    listener.start();
  }

  /** Where a path is reached, once it is started, e.g. {@code http://127.0.0.1:8000/v1}. */
  public URI url(String path) {
    return listener.url(path);
  }

  /** What it holds of bodies, for takeovers to count against too. */
  public HeldBytes held() {
    return listener.held();
  }

  /** Takes no more requests, lets those under way end, and frees the port. */
  @Override
  public void close() {
    listener.close();
  }

  /** A handler as a service of exchanges. */
  private static final class Handled implements PortService {
    private final HttpHandler handler;
    private final Function<HttpServerExchange, io.undertow.server.@Nullable HttpHandler> takeovers;
    private final PortLimits limits;

    private Handled(
        HttpHandler handler,
        Function<HttpServerExchange, io.undertow.server.@Nullable HttpHandler> takeovers,
        PortLimits limits) {
      this.handler = handler;
      this.takeovers = takeovers;
      this.limits = limits;
    }

    @Override
    public void serve(HttpServerExchange exchange, byte[] body) throws IOException {
      HttpListener.send(exchange, answer(exchange, body), limits.requestTime());
    }

    private Answer answer(HttpServerExchange exchange, byte[] body) throws IOException {
      try {
        return handler.answer(
            new HttpCall(
                exchange.getRequestMethod().toString(),
                HttpListener.uri(exchange),
                name -> exchange.getRequestHeaders().getFirst(name),
                new ByteArrayInputStream(body),
                limits.mostBodyBytes()));
      } catch (HttpRefusal refusal) {
        return handler.refused(refusal);
      } catch (RuntimeException | StackOverflowError defect) {
        return handler.refused(HttpRefusal.failed(defect));
      }
    }

    @Override
    public Answer refused(HttpRefusal refusal) {
      return handler.refused(refusal);
    }

    @Override
    public boolean isOpen(String path) {
      return handler.isOpen(path);
    }

    @Override
    public io.undertow.server.@Nullable HttpHandler takeover(HttpServerExchange exchange) {
      return takeovers.apply(exchange);
    }
  }
}
