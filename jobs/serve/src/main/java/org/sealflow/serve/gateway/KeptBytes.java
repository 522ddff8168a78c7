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
  private Kept kept = new Kept();
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
      kept = new Kept();
    } else {
      kept.write(bytes, 0, length);
    }
  }

  /** Whether more has passed by than is kept. */
  boolean tooLong() {
    return tooLong;
  }

  /**
   * Whether an answer has all its bytes even if the connection breaks behind them: as many as it
   * says, or, if it does not say, a stream through its last event.
   *
   * @param length -1 if it does not say
   */
  boolean isWhole(long length) {
    return !tooLong && (length < 0 ? kept.endsWithDone() : kept.size() == length);
  }

  /** The bytes that are kept. */
  byte[] bytes() {
    return kept.toByteArray();
  }

  private static final class Kept extends ByteArrayOutputStream {
    /** Whether the last line is that event; inside an event, its words may be part of a text. */
    boolean endsWithDone() {
      int from = Math.max(0, count - TAIL);
      String tail =
          new String(buf, from, count - from, StandardCharsets.ISO_8859_1).stripTrailing();
      int before = tail.length() - DONE.length() - 1;
      return tail.endsWith(DONE) && (before < 0 || "\r\n".indexOf(tail.charAt(before)) >= 0);
    }
  }
}
