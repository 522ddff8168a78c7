package org.sealflow.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * The memory of one episode: the events of its newest attempt in order, those that wait for one
 * before them, and an attempt that is over.
 */
interface EpisodeLog {
  /** Most events of an episode that wait for one before them. */
  int MAX_EARLY = 10_000;

  /** How far the newest attempt has come; null if none is under way. */
  @Nullable EpisodeCursor cursor() throws Exception;

  void moveTo(EpisodeCursor next) throws Exception;

  /** An attempt under way is above all that are late, so only where none is are these looked up. */
  boolean isLate(TrajectoryEvent event, @Nullable EpisodeCursor underWay) throws Exception;

  /** Takes note of a late event; the last one of an attempt given up ends the memory of that. */
  void noteLate(TrajectoryEvent late);

  /** Whether an event of the attempt under way is held already. */
  boolean holds(TrajectoryEvent event, EpisodeCursor underWay) throws Exception;

  /** Appends the next event in order. */
  void append(ReceivedEvent next) throws Exception;

  /** Keeps an event for which others must come first. */
  void keepEarly(ReceivedEvent received) throws Exception;

  /** Appends those that have waited and are next now, and gives the cursor behind them. */
  EpisodeCursor appendEarly(EpisodeCursor from, long now) throws Exception;

  /** The events in order. */
  List<ReceivedEvent> events() throws Exception;

  /** The first event; null if it has not come. */
  @Nullable ReceivedEvent first() throws Exception;

  /** Of those that wait, the one that comes first. */
  ReceivedEvent firstEarly() throws Exception;

  /**
   * Keeps what the episode waits for.
   *
   * @param recordKey key in the topic {@code tasks}; null if it waits no longer
   */
  void await(@Nullable String recordKey) throws Exception;

  /** Forgets the events of an attempt; the cursor of the next one replaces its own. */
  void clearEvents();

  /**
   * Forgets an attempt that is over but for its number.
   *
   * @param lastLateAttempt of this attempt and those before it, events are late from now on
   */
  void close(int lastLateAttempt) throws Exception;

  /**
   * Forgets an attempt that is given up. Where ended episodes are not remembered, this one is until
   * its last event has come, so that what still comes is not taken for a new attempt.
   */
  void giveUp(int attempt) throws Exception;
}
