package org.sealflow.rollout;

import java.time.Clock;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongConsumer;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * The thread that plays episodes: its clock and timers, what other threads hand over to it, and
 * where its events go. What is given to {@link #execute} and {@link #at} runs on this thread.
 */
interface PlayerThread {
  /** The time that deadlines and timers go by. */
  Clock clock();

  /**
   * Runs something soon. May be called by any thread.
   *
   * @param name what it is, one line
   */
  void execute(Runnable work, String name);

  /**
   * Runs something at a time, and gives it that time; both in milliseconds since the epoch.
   *
   * @return cancels it
   */
  ScheduledFuture<?> at(long time, LongConsumer alarm);

  /** Puts an event out. */
  void emit(TrajectoryEvent event);

  /** Puts out a request that cannot even be told as an attempt that ended. */
  void reject(EpisodeRequest request, Throwable unusable);
}
