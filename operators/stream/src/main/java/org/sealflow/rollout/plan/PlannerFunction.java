package org.sealflow.rollout.plan;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.sealflow.schemas.BatchManifest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
   * Key: run. When the next batch stops waiting for what it must know of one before, milliseconds
   * since the epoch; put off after a restore, since nothing could come while the job was down.
   * Cleared when it is planned.
   */
  private static final ValueStateDescriptor<Long> WAITS_UNTIL =
      new ValueStateDescriptor<>("waits-until", Types.LONG);

  /** Key: run. The newest manifest of a run with a budget of tokens. Kept as its progress. */
  private static final ValueStateDescriptor<BatchManifest> NEWEST =
      new ValueStateDescriptor<>("newest-manifest", new AvroTypeInfo<>(BatchManifest.class));

  private static final Logger LOG = LoggerFactory.getLogger(PlannerFunction.class);

  /** A version says that its batch was diagnosed, so what is missing then is late or lost. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final RolloutPlan plan;
  private transient BatchPlanner planner;
  private transient OpenEpisodes open;
  private transient PlayedBatches played;
  private transient ValueState<Long> waitsUntil;
  private transient ValueState<BatchManifest> newest;
  private transient ValueState<PlannerProgress> progress;
  private transient RunPatches patches;
  private transient PlannerMetrics metrics;

  /** Whether what the state says of waiting is this attempt's own. */
  private transient boolean waited;

  /**
   * The attempt that requests ask for: 0 in a run that is new, else one that no start before can
   * have asked for. Not kept: runners that are restored number the attempts themselves.
   */
  private transient int attempt;

  /** Whether the budget was found spent. Not kept: it is found again. */
  private transient boolean budgetSpent;

  /** Carries out a plan. */
  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public PlannerFunction(RolloutPlan plan) {
    this.plan = plan;
  }

  @Override
  public void open(OpenContext openContext) {
    planner = new BatchPlanner(plan);
    metrics = new PlannerMetrics(getRuntimeContext().getMetricGroup());
    progress = getRuntimeContext().getState(PROGRESS);
    waitsUntil = getRuntimeContext().getState(WAITS_UNTIL);
    newest = getRuntimeContext().getState(NEWEST);
    patches = new RunPatches(getRuntimeContext());
    open = new OpenEpisodes(getRuntimeContext());
    played = new PlayedBatches(plan, open, getRuntimeContext());
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
          case START ->
              started(before, signal.begunAt(), context.timerService().currentProcessingTime());
          case POLICY_VERSION -> before.withVersion(signal.version());
          case PLAYED -> {
            played.take(requireNonNull(signal.event()), before.nextBatch());
            yield before;
          }
          case DIAGNOSED -> {
            played.take(requireNonNull(signal.diagnosis()), before.nextBatch());
            yield before;
          }
          case PATCH -> {
            patches.take(requireNonNull(signal.patch()));
            yield before;
          }
          case TASK -> {
            played.add(requireNonNull(signal.task()));
            yield before;
          }
          case TASK_REMOVED -> {
            played.remove(requireNonNull(signal.removedTask()));
            yield before;
          }
        };
    keep(after.started() ? startBatches(after, context, out) : after);
  }

  private PlannerProgress started(PlannerProgress before, long begunAt, long now) {
    if (before.started() || begunAt == PlannerSignal.NEW) {
      return before.startedAt(now);
    }
    attempt = (int) Math.min(Integer.MAX_VALUE, Math.max(1, (now - begunAt) / 1000));
    LOG.info(
        "run {} began before, at {}: it begins again, its episodes as attempt {}",
        plan.runId(),
        Instant.ofEpochMilli(begunAt),
        attempt);
    return before.startedAt(begunAt);
  }

  private void keep(PlannerProgress now) throws Exception {
    progress.update(now);
    metrics.show(now, plan.shape(), budgetSpent);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<EpisodeRequest> out)
      throws Exception {
    PlannerProgress known = progress.value();
    if (known != null && known.started()) {
      keep(startBatches(known, context, out));
    }
  }

  private PlannerProgress startBatches(
      PlannerProgress from, Context context, Collector<EpisodeRequest> out) throws Exception {
    PlannerProgress now = from;
    while (plan.shape().has(now.nextBatch())) {
      long version = now.version(plan.admission().rule(), open.oldestBatch(now.nextBatch()));
      if (!plan.admission().admits(now.nextBatch(), version)
          || !isPlayedOut(plan.settledBefore(now.nextBatch()), context)
          || isBudgetSpent(now.nextBatch(), context)) {
        break;
      }
      start(now, version, context, out);
      now = now.withBatchStarted();
    }
    return now;
  }

  /**
   * Whether all is known of a batch that the plan asks of it: its failures, if they are branched
   * off, its outcomes, if they weight tasks, and its tokens, if they are counted. What does not
   * come in time is waited for no longer.
   */
  private boolean isPlayedOut(long batch, Context context) throws Exception {
    if (batch < 0 || played.isKnown(batch)) {
      return true;
    }
    long now = context.timerService().currentProcessingTime();
    long until = waitsUntil(now, context);
    if (now >= until) {
      LOG.warn(
          "run {}: not every episode of batch {} is played and diagnosed; those that are missing"
              + " are not counted",
          plan.runId(),
          batch);
    }
    return now >= until;
  }

  private long waitsUntil(long now, Context context) throws Exception {
    Long known = waitsUntil.value();
    long until = known != null && waited ? known : now + LONGEST_WAIT.toMillis();
    waited = true;
    waitsUntil.update(until);
    // Each time: a clock that is set back makes the timer go off before its time, once.
    context.timerService().registerProcessingTimeTimer(until);
    return until;
  }

  /** Whether no batch comes any more; the last one is told so once. */
  private boolean isBudgetSpent(long batch, Context context) throws Exception {
    budgetSpent = played.budgetSpent(batch) >= 1;
    if (!budgetSpent) {
      return false;
    }
    BatchManifest last = newest.value();
    if (last != null && !last.getLast()) {
      BatchManifest told = BatchManifest.newBuilder(last).setLast(true).build();
      newest.update(told);
      context.output(MANIFESTS, told);
    }
    return true;
  }

  private void start(
      PlannerProgress now, long version, Context context, Collector<EpisodeRequest> out)
      throws Exception {
    Instant plannedAt = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    long number = now.nextBatch();
    PlannedBatch batch =
        planner.batch(
            number, version, plannedAt, now.startedAt(), played.choices(number, patches.sets()));
    if (played.hasBranches()) {
      patches.keep(batch, plan.settledBefore(number));
    }
    waitsUntil.clear();
    if (played.hasBudget()) {
      batch.manifest().setBudgetSpent(played.budgetSpent(number));
      newest.update(batch.manifest());
    }
    context.output(MANIFESTS, batch.manifest());
    batch.requests().forEach(request -> out.collect(request.withAttempt(attempt)));
    open.start(number, batch);
  }
}
