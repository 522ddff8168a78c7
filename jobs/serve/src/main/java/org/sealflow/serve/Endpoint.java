package org.sealflow.serve;

import java.io.IOException;

/** What answers the requests of one path and method. */
interface Endpoint {
  /**
   * The answer.
   *
   * @throws ApiError where there is none
   * @throws IOException where the caller is gone
   */
  Answer answer(Call call) throws IOException;
}
