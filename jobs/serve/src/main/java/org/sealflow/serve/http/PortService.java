package org.sealflow.serve.http;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers the exchanges of a listener. Thread-safe. */
public interface PortService {
  /**
   * Answers a request that was let in, in a thread that may wait; the exchange ends when this
   * returns.
   *
   * @throws IOException if the caller is gone
   */
  void serve(HttpServerExchange exchange, byte[] body) throws IOException;

  /** A refusal in the form of the protocol's errors. */
  Answer refused(HttpRefusal refusal);

  /** Whether a path is answered without a key. */
  boolean isOpen(String path);

  /**
   * Takes over the connection of a request that was let in, such as a handshake of WebSocket; null
   * if it is an ordinary request.
   *
   * @throws HttpRefusal if it is refused
   */
  default io.undertow.server.@Nullable HttpHandler takeover(HttpServerExchange exchange) {
    return null;
  }
}
