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
}
