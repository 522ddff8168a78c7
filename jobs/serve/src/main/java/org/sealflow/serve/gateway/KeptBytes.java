package org.sealflow.serve.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps the bytes of an answer that passes by, up to a length; nothing of an answer that is longer.
 * Not thread-safe.
 */
final class KeptBytes {
  /** The last event of a stream; agents may hang up once they have it. */
  private static final String DONE = "data: [DONE]";

  /** Long enough for the last event and the line ends behind it. */
  private static final int TAIL = DONE.length() + 8;

  private final int most;
  private ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean tooLong;

  KeptBytes(int most) {
    this.most = most;
  }

  void add(byte[] bytes, int length) {
    if (tooLong) {
      return;
    }
    if (length > most - kept.size()) {
      tooLong = true;
      kept = new ByteArrayOutputStream();
    } else {
      kept.write(bytes, 0, length);
    }
  }

  /** Whether more has passed by than is kept. */
  boolean tooLong() {
    return tooLong;
  }

  /**
   * Whether an answer has all its bytes even if the connection broke behind them: as many as it
   * says, or, if it does not say, a stream through its last event.
   *
   * @param length -1 if it does not say
   */
  boolean isWhole(long length) {
    return !tooLong && (length < 0 ? tail().endsWith(DONE) : kept.size() == length);
  }

  private String tail() {
    byte[] bytes = kept.toByteArray();
    int from = Math.max(0, bytes.length - TAIL);
    return new String(bytes, from, bytes.length - from, StandardCharsets.ISO_8859_1).strip();
  }

  /** The bytes that are kept. */
  byte[] bytes() {
    return kept.toByteArray();
  }
}
