package org.sealflow.learn;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Where a learner's process waits to be killed. */
public final class TestingKillPoint {
  /** The line it writes once it waits there. */
  public static final String REACHED = "reached";

  /** Kinds of points. */
  public enum Kind {
    /** In the training thread, before a pass through the model. */
    STEP,
    /** In the training thread, with half of a file of weights written. */
    UPLOAD,
    /** In the mailbox thread, with no step under way. */
    BETWEEN,
    /** Nowhere. */
    NONE
  }

  private final Kind kind;
  private final AtomicInteger left;

  /**
   * A point.
   *
   * @param count which one of its kind in the life of the process, from 1
   */
  TestingKillPoint(Kind kind, int count) {
    this.kind = kind;
    left = new AtomicInteger(count);
  }

  /** Passes a point of a kind: does not return where it is this one. */
  void pass(Kind at) {
    if (at == kind && left.decrementAndGet() == 0) {
      System.out.println(REACHED);
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException cancelled) {
        throw new IllegalStateException(cancelled);
      }
    }
  }
}
