package org.sealflow.serve.gateway;

import java.io.ByteArrayOutputStream;

/** What passes by, kept up to a length; nothing of what is longer. Not thread-safe. */
final class KeptBytes {
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

  /** What was kept. */
  byte[] bytes() {
    return kept.toByteArray();
  }
}
