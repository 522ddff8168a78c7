package org.sealflow.serve.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of all bodies and frames that a port holds, so that many callers cannot fill the
 * memory. Thread-safe.
 */
public final class HeldBytes {
  /** Told to a caller whose body finds no room. */
  public static final String FULL = "the server is busy with large requests; try again in a moment";

  /** The largest bodies that may be held at once. */
  private static final long BODIES = 16;

  private final AtomicLong held = new AtomicLong();
  private final long most;

  HeldBytes(int mostBodyBytes) {
    most = BODIES * mostBodyBytes;
  }

  /** Takes room, to be given back; false if there is none. */
  public boolean take(int bytes) {
    if (held.addAndGet(bytes) <= most) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  /** Gives room back. */
  public void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }
}
