package org.sealflow.serve.gateway;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;

/**
 * An answer that passes by, whose call is recorded once: before the caller has the answer whole,
 * who may then go on at once, over another connection, and is to be recorded in that order. Not
 * thread-safe.
 */
final class PassingAnswer {
  private final CallRecorder recorder;
  private final CallLabels labels;
  private final byte[] request;
  private final ClassicHttpResponse response;
  private final Instant begun;
  private final Clock clock;
  private final KeptBytes kept;
  private boolean over;

  /**
   * Nothing has passed yet.
   *
   * @param begun when the request was there
   */
  PassingAnswer(
      CallRecorder recorder,
      CallLabels labels,
      byte[] request,
      ClassicHttpResponse response,
      Instant begun,
      Clock clock) {
    this.recorder = recorder;
    this.labels = labels;
    this.request = request;
    this.response = response;
    this.begun = begun;
    this.clock = clock;
    this.kept = new KeptBytes(recorder.mostCallBytes());
  }

  /** Is to be called before these bytes are passed on. */
  void next(byte[] chunk, int length) {
    kept.add(chunk, length);
    if (kept.isWhole(length(response))) {
      end();
    }
  }

  /** Nothing more comes; is to be called before the caller is told so. */
  void end() {
    if (over) {
      return;
    }
    over = true;
    if (kept.tooLong()) {
      recorder.tooLarge();
    } else {
      recorder.offer(heard());
    }
  }

  /** Nothing more can be passed on. */
  void breakOff() {
    if (!over) {
      over = true;
      recorder.abandoned();
    }
  }

  /** The length that an answer says it has; -1 if it does not. */
  static long length(ClassicHttpResponse response) {
    return response.getEntity() == null ? -1 : response.getEntity().getContentLength();
  }

  private HeardCall heard() {
    return new HeardCall(
        labels,
        ByteBuffer.wrap(request),
        new HeardCall.RawAnswer(
            response.getCode(),
            header("Content-Type"),
            header("Content-Encoding"),
            ByteBuffer.wrap(kept.bytes())),
        new HeardCall.Span(begun, clock.instant()));
  }

  private String header(String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? "" : header.getValue();
  }
}
