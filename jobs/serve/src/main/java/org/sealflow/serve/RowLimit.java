package org.sealflow.serve;

import java.util.concurrent.Semaphore;

/** Bounds the continuations that are sampled or wait, over all requests. */
final class RowLimit {
  private final int most;
  private final Semaphore free;

  RowLimit(int most) {
    this.most = most;
    free = new Semaphore(most);
  }

  /**
   * Checks whether a request could be sampled at all.
   *
   * @throws ApiError if it asks for more places than there are
   */
  void check(long rows) {
    if (rows > most) {
      throw ApiError.wrong(
          null,
          "the request asks for " + rows + " answers (prompts × n), expected at most " + most);
    }
  }

  /**
   * Takes places, each to be given back.
   *
   * @throws ApiError if there are not as many
   */
  void take(int rows) {
    check(rows);
    if (!free.tryAcquire(rows)) {
      throw ApiError.busy(
          "the server is busy: "
              + taken()
              + " of "
              + most
              + " answers are being sampled, and the request asks for "
              + rows
              + "; try again in a moment");
    }
  }

  void giveBack() {
    free.release();
  }

  /** Places taken now. */
  int taken() {
    return most - free.availablePermits();
  }
}
