package org.sealflow.serve.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of all bodies that a port holds, so that many callers cannot fill the memory.
 */
final class HeldBytes {
  /** The largest bodies that may be held at once. */
  private static final long BODIES = 16;

  private final AtomicLong held = new AtomicLong();
  private final long most;

  HeldBytes(int mostBodyBytes) {
    most = BODIES * mostBodyBytes;
  }

  /** Takes room, to be given back; false if there is none. */
  boolean take(int bytes) {
    if (held.addAndGet(bytes) <= most) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }
}
