package org.sealflow.jobs.bench.rollout;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a runner so far, counted where it runs and read by its heartbeats while it goes
 * on counting. As large at its end as at its beginning.
 */
final class AnswerTally implements Accumulator<AnswerTally.Answer, AnswerTally> {
  private static final long serialVersionUID = 1L;

  /** Later answers count in the last second. */
  private static final int SECONDS = 4096;

  private final long originSecond;
  private final AtomicLongArray bySecond = new AtomicLongArray(SECONDS);
  private final AnswerTimes times = new AnswerTimes();
  private final AtomicLong episodes = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

  /**
   * An answer.
   *
   * @param epochMillis when it was taken
   * @param millis how long it took
   */
  record Answer(long epochMillis, long millis) {}

  /**
   * Nothing counted.
   *
   * @param originSecond the first second answers are counted in, seconds since the epoch
   */
  AnswerTally(long originSecond) {
    this.originSecond = originSecond;
  }

  @Override
  public void add(Answer answer) {
    bySecond.incrementAndGet(index(answer.epochMillis() / 1000));
    times.add(answer.millis());
  }

  private int index(long second) {
    return (int) Math.max(0, Math.min(second - originSecond, SECONDS - 1));
  }

  /**
   * Counts an episode that is over.
   *
   * @param failure what went wrong; null if nothing did
   */
  void ended(@Nullable String failure) {
    episodes.incrementAndGet();
    if (failure != null) {
      failures.incrementAndGet();
      firstFailure.compareAndSet(null, failure);
    }
  }

  /** Answers taken in the seconds from one up to before another, seconds since the epoch. */
  long answers(long fromSecond, long untilSecond) {
    long answers = 0;
    for (int second = index(fromSecond); second < index(untilSecond); second++) {
      answers += bySecond.get(second);
    }
    return answers;
  }

  /** How long all answers took. */
  AnswerTimes times() {
    return times;
  }

  /** Episodes that are over. */
  long episodes() {
    return episodes.get();
  }

  /** Episodes that ended by another reason than that they were played. */
  long failures() {
    return failures.get();
  }

  /** The first failure; null if there was none. */
  @Nullable String firstFailure() {
    return firstFailure.get();
  }

  @Override
  public AnswerTally getLocalValue() {
    return this;
  }

  @Override
  public void resetLocal() {
    throw new UnsupportedOperationException("a tally counts on");
  }

  @Override
  public void merge(Accumulator<Answer, AnswerTally> other) {
    AnswerTally more = other.getLocalValue();
    for (int second = 0; second < SECONDS; second++) {
      bySecond.addAndGet(second, more.bySecond.get(second));
    }
    times.addAll(more.times);
    episodes.addAndGet(more.episodes.get());
    failures.addAndGet(more.failures.get());
    firstFailure.compareAndSet(null, more.firstFailure.get());
  }

  @Override
  public AnswerTally clone() {
    AnswerTally copy = new AnswerTally(originSecond);
    copy.merge(this);
    return copy;
  }
}
