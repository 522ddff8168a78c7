package org.sealflow.serve.gateway;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A call as it passed by, not yet read.
 *
 * @param labels what the agent said about it
 * @param request the body of the request; readers leave its position as it is
 * @param answer what came back
 * @param span when it was
 */
public record HeardCall(CallLabels labels, ByteBuffer request, RawAnswer answer, Span span) {
  /**
   * An answer.
   *
   * @param status of HTTP
   * @param contentType empty if not told
   * @param contentEncoding empty for none
   * @param body the whole body
   */
  record RawAnswer(int status, String contentType, String contentEncoding, ByteBuffer body) {}

  /**
   * From when to when a call took.
   *
   * @param begun when the request was there
   * @param ended when the answer was there
   */
  record Span(Instant begun, Instant ended) {}

  /** How much memory it takes, bytes. */
  long size() {
    return (long) request.remaining() + answer.body().remaining();
  }
}
