package org.sealflow.serve.gateway;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Records calls from a thread of its own, so that no agent waits for it: with a full queue, a call
 * is dropped, and nothing that fails here reaches an answer. What is not recorded is counted, and
 * said the first time.
 */
public final class CallRecorder implements AutoCloseable {
  private static final long TICK_MILLIS = 500;
  private static final long PATIENCE_MILLIS = 10_000;

  private final RecorderSettings settings;
  private final OpenConversations conversations;
  private final Consumer<String> complaints;
  private final BlockingQueue<HeardCall> waiting;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final RecorderCounts counts = new RecorderCounts();
  private final Thread thread = new Thread(this::record, "gateway-recorder");
  private volatile boolean closing;

  /** Whether the thread takes no more calls; whoever removes a call after that counts it. */
  private volatile boolean ended;

  /**
   * Begins to record.
   *
   * @param listeners who hears of conversations, from one thread; what they throw is counted
   * @param series begins the names of conversations that the agent gives none, unlike any before
   * @param complaints is told in one line what is not recorded
   */
  public CallRecorder(
      RecorderSettings settings,
      List<ConversationListeners> listeners,
      String series,
      Clock clock,
      Consumer<String> complaints) {
    this.settings = settings;
    this.complaints = complaints;
    this.waiting = new ArrayBlockingQueue<>(settings.mostWaiting());
    this.conversations =
        new OpenConversations(
            settings.limits(), conversation -> begun(listeners, conversation), series, clock);
    thread.setDaemon(true);
    thread.start();
  }

  private ConversationListener begun(
      List<ConversationListeners> listeners, GatewayConversation conversation) {
    counts.conversations.incrementAndGet();
    List<Hearing> hearing = new ArrayList<>();
    for (ConversationListeners each : listeners) {
      try {
        hearing.add(new Hearing(each.begun(conversation)));
      } catch (RuntimeException | StackOverflowError failed) {
        failed(failed);
      }
    }
    return new ConversationListener() {
      @Override
      public void answered(TakenAnswer answer) {
        hearing.forEach(heard -> heard.tell(listener -> listener.answered(answer)));
      }

      @Override
      public void ended(GatewayConversation ended) {
        hearing.forEach(heard -> heard.tell(listener -> listener.ended(ended)));
      }
    };
  }

  /** A listener that hears no more of its conversation once it has failed. */
  private final class Hearing {
    private final ConversationListener listener;
    private boolean failed;

    Hearing(ConversationListener listener) {
      this.listener = listener;
    }

    void tell(Consumer<ConversationListener> what) {
      if (failed) {
        return;
      }
      try {
        what.accept(listener);
      } catch (RuntimeException | StackOverflowError failure) {
        failed = true;
        CallRecorder.this.failed(failure);
      }
    }
  }

  /** Takes a call to record, or drops it; never waits, never throws. */
  void offer(HeardCall call) {
    boolean room = waitingBytes.addAndGet(call.size()) <= settings.mostWaitingBytes();
    if (closing || !room || !waiting.offer(call)) {
      waitingBytes.addAndGet(-call.size());
      dropped(closing ? "the recorder is closed" : "the recorder is behind");
    } else if (ended && waiting.remove(call)) {
      dropped("the recorder is closed");
    }
  }

  /** A call was too large to be kept. */
  void tooLarge() {
    dropped("a call is too large");
  }

  private void dropped(String why) {
    if (counts.dropped.incrementAndGet() == 1) {
      complaints.accept("a call is not recorded, further ones are only counted: " + why);
    }
  }

  /** An agent went away before its answer was there: nothing is recorded of the call. */
  void abandoned() {
    counts.abandoned.incrementAndGet();
  }

  private void failed(Throwable failure) {
    if (counts.failed.incrementAndGet() == 1) {
      complaints.accept(
          "a conversation is not recorded, further ones are only counted: "
              + String.valueOf(failure.getMessage()).replaceAll("\\s+", " "));
    }
  }

  private void record() {
    try {
      while (!closing || !waiting.isEmpty()) {
        HeardCall call = waiting.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (call != null) {
          waitingBytes.addAndGet(-call.size());
          take(call);
        }
        conversations.expire();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    conversations.end();
    ended = true;
    while (waiting.poll() != null) {
      dropped("the recorder is closed");
    }
  }

  private void take(HeardCall heard) {
    try {
      conversations.add(ChatCall.of(heard, settings.mostCallBytes()));
      counts.calls.incrementAndGet();
    } catch (UnreadableCallException unreadable) {
      unreadable(String.valueOf(unreadable.getMessage()));
    } catch (RuntimeException | StackOverflowError defect) {
      unreadable("it cannot be read: " + defect);
    }
  }

  private void unreadable(String why) {
    if (counts.unreadable.incrementAndGet() == 1) {
      complaints.accept("a call is not recorded, further ones are only counted: " + why);
    }
  }

  /** Longest request and answer that are kept, bytes each. */
  int mostCallBytes() {
    return settings.mostCallBytes();
  }

  /** How much was recorded so far, and how much was not. */
  public RecorderCounts counts() {
    return counts;
  }

  /**
   * Takes no more calls, records what waits and ends all conversations, within ten seconds.
   *
   * @return what was recorded, and what was not
   */
  public RecorderCounts finish() {
    closing = true;
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return counts;
  }

  @Override
  public void close() {
    RecorderCounts unused = finish();
  }
}
