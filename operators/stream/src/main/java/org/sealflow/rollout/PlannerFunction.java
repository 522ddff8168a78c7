package org.sealflow.rollout;

import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.sealflow.schemas.BatchManifest;

/**
 * Starts the batches of a run as versions and ended episodes come in. Keyed by run; signals of
 * other runs than the plan's are passed over. A batch's manifest is put out before its requests.
 * Once the last batch has started there is nothing left to wait for: a job with bounded sources
 * ends.
 */
public final class PlannerFunction
    extends KeyedProcessFunction<String, PlannerSignal, EpisodeRequest> {
  private static final long serialVersionUID = 1L;

  /** The batches as planned; after a restore some come again, the same but for their time. */
  public static final OutputTag<BatchManifest> MANIFESTS =
      new OutputTag<>("manifests", new AvroTypeInfo<>(BatchManifest.class));

  /** Key: run. How far its plan is carried out. Kept as long as the run may be resumed. */
  private static final ValueStateDescriptor<PlannerProgress> PROGRESS =
      new ValueStateDescriptor<>("progress", TypeInformation.of(PlannerProgress.class));

  /**
   * Key: run. Batch → how many of its episodes have not ended. An entry goes with the last of them;
   * entries of episodes whose end is never told stay, and hold back what the rule BATCHES admits.
   */
  private static final MapStateDescriptor<Long, Integer> OPEN_BATCHES =
      new MapStateDescriptor<>("open-batches", Types.LONG, Types.INT);

  /**
   * Key: run. Episode that has not ended → its batch, so that an end told twice counts once.
   * Cleared with the episode's end.
   */
  private static final MapStateDescriptor<String, Long> OPEN_EPISODES =
      new MapStateDescriptor<>("open-episodes", Types.STRING, Types.LONG);

  private final RolloutPlan plan;
  private transient BatchPlanner planner;
  private transient ValueState<PlannerProgress> progress;
  private transient MapState<Long, Integer> openBatches;
  private transient MapState<String, Long> openEpisodes;

  /** Carries out a plan. */
  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public PlannerFunction(RolloutPlan plan) {
    this.plan = plan;
  }

  @Override
  public void open(OpenContext openContext) {
    planner = new BatchPlanner(plan);
    progress = getRuntimeContext().getState(PROGRESS);
    openBatches = getRuntimeContext().getMapState(OPEN_BATCHES);
    openEpisodes = getRuntimeContext().getMapState(OPEN_EPISODES);
  }

  @Override
  public void processElement(PlannerSignal signal, Context context, Collector<EpisodeRequest> out)
      throws Exception {
    if (!signal.runId().equals(plan.runId())) {
      return;
    }
    PlannerProgress known = progress.value();
    PlannerProgress before = known == null ? PlannerProgress.NONE : known;
    PlannerProgress after =
        switch (signal.kind()) {
          case START -> before.startedAt(context.timerService().currentProcessingTime());
          case POLICY_VERSION -> before.withVersion(signal.version());
          case EPISODE_ENDED -> {
            episodeEnded(signal.episodeId());
            yield before;
          }
        };
    progress.update(after.started() ? startBatches(after, context, out) : after);
  }

  private void episodeEnded(String episodeId) throws Exception {
    Long batch = openEpisodes.get(episodeId);
    if (batch == null) {
      return;
    }
    openEpisodes.remove(episodeId);
    int left = openBatches.get(batch) - 1;
    if (left == 0) {
      openBatches.remove(batch);
    } else {
      openBatches.put(batch, left);
    }
  }

  private PlannerProgress startBatches(
      PlannerProgress from, Context context, Collector<EpisodeRequest> out) throws Exception {
    PlannerProgress now = from;
    while (plan.shape().has(now.nextBatch())) {
      long version = now.version(plan.admission().rule(), oldestOpen(now.nextBatch()));
      if (!plan.admission().admits(now.nextBatch(), version)) {
        break;
      }
      start(now, version, context, out);
      now = now.withBatchStarted();
    }
    return now;
  }

  private long oldestOpen(long next) throws Exception {
    long oldest = next;
    for (long batch : openBatches.keys()) {
      oldest = Math.min(oldest, batch);
    }
    return oldest;
  }

  private void start(
      PlannerProgress now, long version, Context context, Collector<EpisodeRequest> out)
      throws Exception {
    Instant plannedAt = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    PlannedBatch batch = planner.batch(now.nextBatch(), version, plannedAt, now.startedAt());
    context.output(MANIFESTS, batch.manifest());
    for (EpisodeRequest request : batch.requests()) {
      openEpisodes.put(request.episodeId(), request.batchNumber());
      out.collect(request);
    }
    openBatches.put(now.nextBatch(), batch.requests().size());
  }
}
