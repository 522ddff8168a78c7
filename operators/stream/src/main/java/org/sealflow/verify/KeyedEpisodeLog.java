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
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;

/** The log of the current key's episode in Flink's state. */
final class KeyedEpisodeLog implements EpisodeLog {
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
   * most {@link EpisodeLog#MAX_EARLY} per episode.
   */
  private static final MapStateDescriptor<Integer, ReceivedEvent> EARLY =
      new MapStateDescriptor<>("early", Types.INT, TypeInformation.of(ReceivedEvent.class));

  /**
   * Key: episode given up before its last event, where ended ones are not remembered. The attempt.
   * Cleared by that attempt's end; leaks where the input breaks off.
   */
  private static final ValueStateDescriptor<Integer> GIVEN_UP =
      new ValueStateDescriptor<>("given-up", Types.INT);

  /**
   * Key: episode. Key in the topic {@code tasks} of the record that it waits for. Cleared when its
   * task can be had, and with the cursor.
   */
  static final ValueStateDescriptor<String> AWAITED =
      new ValueStateDescriptor<>("awaited", Types.STRING);

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
  private final ValueState<String> awaited;
  private final @Nullable ValueState<Integer> tombstone;

  /**
   * The state of an operator.
   *
   * @param tombstoneTtl how long an ended episode is remembered; zero for not at all
   */
  KeyedEpisodeLog(RuntimeContext context, Duration tombstoneTtl) {
    cursor = context.getState(CURSOR);
    log = context.getListState(LOG);
    early = context.getMapState(EARLY);
    givenUp = context.getState(GIVEN_UP);
    awaited = context.getState(AWAITED);
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

  @Override
  public @Nullable EpisodeCursor cursor() throws Exception {
    return cursor.value();
  }

  @Override
  public void moveTo(EpisodeCursor next) throws Exception {
    cursor.update(next);
  }

  @Override
  public boolean isLate(TrajectoryEvent event, @Nullable EpisodeCursor underWay) throws Exception {
    if (underWay != null) {
      return event.getAttempt() < underWay.attempt();
    }
    Integer lastAttempt = tombstone == null ? givenUp.value() : tombstone.value();
    return lastAttempt != null && event.getAttempt() <= lastAttempt;
  }

  @Override
  public void noteLate(TrajectoryEvent late) {
    if (late.getKind() == EventKind.EPISODE_ENDED) {
      givenUp.clear();
    }
  }

  @Override
  public boolean holds(TrajectoryEvent event, EpisodeCursor underWay) throws Exception {
    return event.getSequence() < underWay.next()
        || (underWay.early() > 0 && early.contains(event.getSequence()));
  }

  @Override
  public void append(ReceivedEvent next) throws Exception {
    log.add(next);
  }

  @Override
  public void keepEarly(ReceivedEvent received) throws Exception {
    early.put(received.event().getSequence(), received);
  }

  @Override
  public EpisodeCursor appendEarly(EpisodeCursor from, long now) throws Exception {
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

  @Override
  public List<ReceivedEvent> events() throws Exception {
    List<ReceivedEvent> events = new ArrayList<>();
    log.get().forEach(events::add);
    return events;
  }

  @Override
  public @Nullable ReceivedEvent first() throws Exception {
    for (ReceivedEvent event : log.get()) {
      return event;
    }
    return null;
  }

  @Override
  public ReceivedEvent firstEarly() throws Exception {
    int first = Integer.MAX_VALUE;
    for (int sequence : early.keys()) {
      first = Math.min(first, sequence);
    }
    return early.get(first);
  }

  @Override
  public void clearEvents() {
    log.clear();
    early.clear();
  }

  @Override
  public void close(int lastLateAttempt) throws Exception {
    cursor.clear();
    awaited.clear();
    clearEvents();
    if (tombstone != null) {
      tombstone.update(lastLateAttempt);
    }
  }

  @Override
  public void giveUp(int attempt) throws Exception {
    if (tombstone == null && !isComplete(events())) {
      givenUp.update(attempt);
    }
    close(attempt);
  }

  @Override
  public void await(@Nullable String recordKey) throws Exception {
    if (recordKey != null) {
      awaited.update(recordKey);
    } else if (awaited.value() != null) {
      awaited.clear();
    }
  }

  private static boolean isComplete(List<ReceivedEvent> events) {
    return !events.isEmpty()
        && events.get(events.size() - 1).event().getKind() == EventKind.EPISODE_ENDED;
  }
}
