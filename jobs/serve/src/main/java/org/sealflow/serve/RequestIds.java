package org.sealflow.serve;

import java.util.concurrent.atomic.AtomicLong;

/** Names answers: no two alike while the server runs, nor likely after it was started again. */
final class RequestIds {
  private final String start;
  private final AtomicLong count = new AtomicLong();

  /**
   * Names.
   *
   * @param start drawn anew at every start
   */
  RequestIds(long start) {
    this.start = Long.toHexString(start);
  }

  String next(String kind) {
    return kind + "-" + start + "-" + count.incrementAndGet();
  }
}
