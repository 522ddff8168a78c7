package org.sealflow.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;

/**
 * Holds the episodes of its keys, the batches, until all that were planned have ended, deals their
 * labels out anew, and lets all of the batch go on. A batch that is not complete at its deadline
 * goes on as far as it has come, and so does what is left at the end of the input. An episode that
 * comes later, or that no manifest planned, goes on at once: its labels change places among its own
 * turns.
 */
public final class PermuteFunction
    extends KeyedCoProcessFunction<BatchKey, DiagnosedEpisode, BatchManifest, DiagnosedEpisode> {
  private static final long serialVersionUID = 1L;

  private final PermutationSettings settings;
  private transient ValueState<BatchProgress> progress;
  private transient MapState<String, DiagnosedEpisode> episodes;
  private transient ValueState<Long> deadline;
  private transient ValueState<Boolean> released;

  /** Before it no timer of a batch counts; 0 until something has happened here. */
  private transient long graceEndsAt;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public PermuteFunction(PermutationSettings settings) {
    this.settings = settings;
  }

  /**
   * Key: batch of a run. The first three are cleared when the batch goes on, at its deadline at the
   * latest.
   *
   * <ul>
   *   <li>progress: what was planned and what has ended.
   *   <li>episodes: id → what was diagnosed of it; at most as many as the batch has.
   *   <li>deadline: when the timer of the batch fires, processing time in milliseconds.
   *   <li>released: there once the batch has gone on. Never cleared; expires.
   * </ul>
   */
  @Override
  public void open(OpenContext openContext) {
    progress =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("progress", TypeInformation.of(BatchProgress.class)));
    episodes =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "episodes", Types.STRING, TypeInformation.of(DiagnosedEpisode.class)));
    deadline = getRuntimeContext().getState(new ValueStateDescriptor<>("deadline", Types.LONG));
    ValueStateDescriptor<Boolean> gone = new ValueStateDescriptor<>("released", Types.BOOLEAN);
    gone.enableTimeToLive(StateTtlConfig.newBuilder(settings.timeToLive()).build());
    released = getRuntimeContext().getState(gone);
  }

  @Override
  public void processElement1(
      DiagnosedEpisode episode, Context context, Collector<DiagnosedEpisode> out) throws Exception {
    BatchKey batch = context.getCurrentKey();
    if (!batch.isPlanned() || released.value() != null) {
      deal(List.of(episode), batch, out);
    } else if (!episodes.contains(episode.id())) {
      // Of two ends of an episode the first counts, as in verification.
      episodes.put(episode.id(), episode);
      goOn(progress().end(Map.of(episode.payload().getGroupId(), 1)), context, out);
    }
  }

  @Override
  public void processElement2(
      BatchManifest manifest, Context context, Collector<DiagnosedEpisode> out) throws Exception {
    if (manifest.getMode() == Mode.TRAIN && released.value() == null) {
      goOn(progress().plan(manifest.getGroups()), context, out);
    }
  }

  private BatchProgress progress() throws Exception {
    BatchProgress reached = progress.value();
    return reached == null ? BatchProgress.BEGIN : reached;
  }

  private void goOn(BatchProgress batch, Context context, Collector<DiagnosedEpisode> out)
      throws Exception {
    TimerService timers = context.timerService();
    if (batch.isSettled()) {
      release(context.getCurrentKey(), timers, out);
      return;
    }
    progress.update(batch);
    if (deadline.value() == null) {
      timers.registerEventTimeTimer(Long.MAX_VALUE);
      arm(now(timers) + settings.deadline().toMillis(), timers);
    }
  }

  private void arm(long time, TimerService timers) throws Exception {
    deadline.update(time);
    timers.registerProcessingTimeTimer(time);
  }

  /** Processing time; the grace of a start or restore begins with the first thing that happens. */
  private long now(TimerService timers) {
    long now = timers.currentProcessingTime();
    if (graceEndsAt == 0) {
      graceEndsAt = now + settings.deadline().toMillis();
    }
    return now;
  }

  /** After a restart batches get their whole time anew: an outage makes nobody late. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<DiagnosedEpisode> out)
      throws Exception {
    TimerService timers = context.timerService();
    boolean atEnd = context.timeDomain() == TimeDomain.EVENT_TIME;
    if (!atEnd && now(timers) < graceEndsAt) {
      arm(graceEndsAt, timers);
    } else {
      release(context.getCurrentKey(), timers, out);
    }
  }

  private void release(BatchKey batch, TimerService timers, Collector<DiagnosedEpisode> out)
      throws Exception {
    List<DiagnosedEpisode> held = new ArrayList<>();
    episodes.values().forEach(held::add);
    deal(held, batch, out);
    timers.deleteEventTimeTimer(Long.MAX_VALUE);
    Long armed = deadline.value();
    if (armed != null) {
      timers.deleteProcessingTimeTimer(armed);
    }
    released.update(true);
    progress.clear();
    episodes.clear();
    deadline.clear();
  }

  private void deal(List<DiagnosedEpisode> held, BatchKey batch, Collector<DiagnosedEpisode> out) {
    LabelDeal.of(held, settings.seed(), batch.batchNumber()).forEach(out::collect);
  }
}
