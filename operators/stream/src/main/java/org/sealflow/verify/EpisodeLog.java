package org.sealflow.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Keyed state of an episode: the events of its newest attempt in order, those that wait for one
 * before them, and the memory of an attempt that is over. All methods are about the current key.
 */
final class EpisodeLog {
  /**
   * Key: episode. How far its newest attempt has come. Cleared when the attempt ends; one that
   * never ends is ended by its deadline.
   */
  private static final ValueStateDescriptor<EpisodeCursor> CURSOR =
      new ValueStateDescriptor<>("cursor", TypeInformation.of(EpisodeCursor.class));

  /** Key: episode. The events of its newest attempt in order. Cleared with the cursor. */
  private static final ListStateDescriptor<ReceivedEvent> LOG =
      new ListStateDescriptor<>("log", TypeInformation.of(ReceivedEvent.class));

  /**
   * Key: episode. Sequence → event that came before one in front of it. Cleared with the cursor; at
   * most {@link #MAX_EARLY} per episode.
   */
  private static final MapStateDescriptor<Integer, ReceivedEvent> EARLY =
      new MapStateDescriptor<>("early", Types.INT, TypeInformation.of(ReceivedEvent.class));

  /**
   * Key: episode given up before its last event, where ended ones are not remembered. The attempt.
   * Cleared by that attempt's end; leaks where the input breaks off.
   */
  private static final ValueStateDescriptor<Integer> GIVEN_UP =
      new ValueStateDescriptor<>("given-up", Types.INT);

  /** Most events of an episode that wait for one before them. */
  static final int MAX_EARLY = 10_000;

  /**
   * How many tombstones are looked at for expiry at each access of one, where state is kept on the
   * heap. An episode accesses its own twice and leaves one: all are looked at before half as many
   * are added, so that those that have expired never outnumber the others.
   */
  private static final int TOMBSTONES_LOOKED_AT = 1;

  private final ValueState<EpisodeCursor> cursor;
  private final ListState<ReceivedEvent> log;
  private final MapState<Integer, ReceivedEvent> early;
  private final ValueState<Integer> givenUp;
  private final @Nullable ValueState<Integer> tombstone;

  /**
   * The state of an operator.
   *
   * @param tombstoneTtl how long an ended episode is remembered; zero for not at all
   */
  EpisodeLog(RuntimeContext context, Duration tombstoneTtl) {
    cursor = context.getState(CURSOR);
    log = context.getListState(LOG);
    early = context.getMapState(EARLY);
    givenUp = context.getState(GIVEN_UP);
    tombstone = tombstoneTtl.isZero() ? null : context.getState(tombstone(tombstoneTtl));
  }

  /**
   * Key: ended episode. The last attempt of which events are late: every attempt where one ended,
   * the failed one where the episode could not be verified and may come again as a new attempt.
   * Expires.
   */
  private static ValueStateDescriptor<Integer> tombstone(Duration ttl) {
    ValueStateDescriptor<Integer> descriptor = new ValueStateDescriptor<>("ended", Types.INT);
    descriptor.enableTimeToLive(
        StateTtlConfig.newBuilder(ttl)
            .setUpdateType(StateTtlConfig.UpdateType.OnCreateAndWrite)
            .setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
            .cleanupIncrementally(TOMBSTONES_LOOKED_AT, false)
            .build());
    return descriptor;
  }

  /** How far the newest attempt has come; null if none is under way. */
  @Nullable EpisodeCursor cursor() throws Exception {
    return cursor.value();
  }

  void moveTo(EpisodeCursor next) throws Exception {
    cursor.update(next);
  }

  /** An attempt under way is above all that are late, so only where none is are these looked up. */
  boolean isLate(TrajectoryEvent event, @Nullable EpisodeCursor underWay) throws Exception {
    if (underWay != null) {
      return event.getAttempt() < underWay.attempt();
    }
    Integer lastAttempt = tombstone == null ? givenUp.value() : tombstone.value();
    return lastAttempt != null && event.getAttempt() <= lastAttempt;
  }

  /** Takes note of a late event; the last one of an attempt given up ends the memory of that. */
  void noteLate(TrajectoryEvent late) {
    if (late.getKind() == EventKind.EPISODE_ENDED) {
      givenUp.clear();
    }
  }

  /** Whether an event of the attempt under way is held already. */
  boolean holds(TrajectoryEvent event, EpisodeCursor underWay) throws Exception {
    return event.getSequence() < underWay.next()
        || (underWay.early() > 0 && early.contains(event.getSequence()));
  }

  /** Appends the next event in order. */
  void append(ReceivedEvent next) throws Exception {
    log.add(next);
  }

  /** Keeps an event for which others must come first. */
  void keepEarly(ReceivedEvent received) throws Exception {
    early.put(received.event().getSequence(), received);
  }

  /** Appends those that have waited and are next now, and gives the cursor behind them. */
  EpisodeCursor appendEarly(EpisodeCursor from, long now) throws Exception {
    EpisodeCursor appended = from;
    while (appended.early() > 0) {
      ReceivedEvent next = early.get(appended.next());
      if (next == null) {
        break;
      }
      early.remove(appended.next());
      log.add(next);
      appended = appended.logged(now).withEarly(appended.early() - 1, now);
    }
    return appended;
  }

  /** The events in order. */
  List<ReceivedEvent> events() throws Exception {
    List<ReceivedEvent> events = new ArrayList<>();
    log.get().forEach(events::add);
    return events;
  }

  /** The first event; null if it has not come. */
  @Nullable ReceivedEvent first() throws Exception {
    for (ReceivedEvent event : log.get()) {
      return event;
    }
    return null;
  }

  /** Of those that wait, the one that comes first. */
  ReceivedEvent firstEarly() throws Exception {
    int first = Integer.MAX_VALUE;
    for (int sequence : early.keys()) {
      first = Math.min(first, sequence);
    }
    return early.get(first);
  }

  /** Forgets the events of an attempt; the cursor of the next one replaces its own. */
  void clearEvents() {
    log.clear();
    early.clear();
  }

  /**
   * Forgets an attempt that is over but for its number.
   *
   * @param lastLateAttempt of this attempt and those before it, events are late from now on
   */
  void close(int lastLateAttempt) throws Exception {
    cursor.clear();
    clearEvents();
    if (tombstone != null) {
      tombstone.update(lastLateAttempt);
    }
  }

  /**
   * Forgets an attempt that is given up. Where ended episodes are not remembered, this one is until
   * its last event has come, so that what still comes is not taken for a new attempt.
   */
  void giveUp(int attempt) throws Exception {
    if (tombstone == null && !isComplete(events())) {
      givenUp.update(attempt);
    }
    close(attempt);
  }

  private static boolean isComplete(List<ReceivedEvent> events) {
    return !events.isEmpty()
        && events.get(events.size() - 1).event().getKind() == EventKind.EPISODE_ENDED;
  }
}
