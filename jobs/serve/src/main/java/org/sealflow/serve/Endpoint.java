package org.sealflow.serve;

import java.io.IOException;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/** Answers the requests of one path and method. */
interface Endpoint {
  /**
   * The answer.
   *
   * @throws ApiError if there is none
   * @throws IOException if the caller is gone
   */
  Answer answer(HttpCall call) throws IOException;
}
