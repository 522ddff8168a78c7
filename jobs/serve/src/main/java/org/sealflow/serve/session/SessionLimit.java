package org.sealflow.serve.session;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the sessions of all protocols against one limit. Thread-safe. */
public final class SessionLimit {
  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  /**
   * A limit that nothing counts against yet.
   *
   * @param most sessions, at least 1
   */
  public SessionLimit(int most) {
    this.most = most;
  }

  /** Sessions there may be. */
  public int most() {
    return most;
  }

  /** Sessions there are. */
  public int open() {
    return open.get();
  }

  /**
   * Counts one more.
   *
   * @throws SessionLimitException if there are as many as there may be
   */
  void take() {
    int before = open.getAndUpdate(count -> count < most ? count + 1 : count);
    if (before >= most) {
      throw new SessionLimitException(most);
    }
  }

  void giveBack() {
    open.decrementAndGet();
  }
}
