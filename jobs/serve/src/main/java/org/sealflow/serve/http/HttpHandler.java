package org.sealflow.serve.http;

import java.io.IOException;

/** Answers the requests of a port. Thread-safe. */
public interface HttpHandler {
  /**
   * The answer.
   *
   * @throws HttpRefusal if the request is refused
   * @throws IOException if the caller is gone
   */
  Answer answer(HttpCall call) throws IOException;

  /** A refusal in the form of the protocol's errors. */
  Answer refused(HttpRefusal refusal);

  /** Whether a path is answered without a key, so that others may see that the server lives. */
  default boolean isOpen(String path) {
    return path.equals("/health");
  }
}
