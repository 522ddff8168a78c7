package org.sealflow.serve.gateway;

import java.util.concurrent.atomic.AtomicLong;

/** How much was recorded, and how much was not and why. Thread-safe. */
public final class RecorderCounts {
  final AtomicLong calls = new AtomicLong();
  final AtomicLong conversations = new AtomicLong();
  final AtomicLong dropped = new AtomicLong();
  final AtomicLong unreadable = new AtomicLong();
  final AtomicLong abandoned = new AtomicLong();
  final AtomicLong failed = new AtomicLong();

  RecorderCounts() {}

  /** Calls recorded. */
  public long calls() {
    return calls.get();
  }

  /** Conversations begun. */
  public long conversations() {
    return conversations.get();
  }

  /** Calls not recorded, as the recorder was behind or they were too large. */
  public long dropped() {
    return dropped.get();
  }

  /** Calls that are no chat as OpenAI has it. */
  public long unreadable() {
    return unreadable.get();
  }

  /** Calls whose agent went away, or whose answer broke off. */
  public long abandoned() {
    return abandoned.get();
  }

  /** Conversations that could not be written. */
  public long failed() {
    return failed.get();
  }

  @Override
  public String toString() {
    return calls
        + " calls in "
        + conversations
        + " conversations; not recorded: "
        + dropped
        + " calls dropped, "
        + unreadable
        + " unreadable, "
        + abandoned
        + " broken off, "
        + failed
        + " conversations not written";
  }
}
