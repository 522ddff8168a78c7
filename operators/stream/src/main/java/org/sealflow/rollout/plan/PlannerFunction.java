package org.sealflow.rollout.plan;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
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
import org.jspecify.annotations.Nullable;
import org.sealflow.rollout.branch.BranchChoice;
import org.sealflow.rollout.branch.BranchSources;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
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

  /**
   * Key: run. When the next batch stops waiting for what it must know of one before, milliseconds
   * since the epoch. Cleared when it is planned.
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
  private transient @Nullable BranchSources sources;
  private transient @Nullable EpisodeOutcomes outcomes;
  private transient @Nullable Learnability learnability;
  private transient @Nullable Curriculum curriculum;
  private transient ValueState<Long> waitsUntil;
  private transient @Nullable TokenBudget budget;
  private transient ValueState<BatchManifest> newest;
  private transient ValueState<PlannerProgress> progress;
  private transient MapState<Long, Integer> openBatches;
  private transient MapState<String, Long> openEpisodes;
  private transient RunPatches patches;
  private transient PlannerMetrics metrics;

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
    openBatches = getRuntimeContext().getMapState(OPEN_BATCHES);
    openEpisodes = getRuntimeContext().getMapState(OPEN_EPISODES);
    waitsUntil = getRuntimeContext().getState(WAITS_UNTIL);
    newest = getRuntimeContext().getState(NEWEST);
    patches = new RunPatches(getRuntimeContext());
    sources = plan.hasBranches() ? new BranchSources(getRuntimeContext()) : null;
    outcomes =
        plan.drawsByLearnability() || plan.hasStages()
            ? new EpisodeOutcomes(getRuntimeContext())
            : null;
    curriculum =
        plan.hasStages()
            ? new Curriculum(plan.runId(), plan.steering().stages(), getRuntimeContext())
            : null;
    learnability = plan.drawsByLearnability() ? new Learnability(getRuntimeContext()) : null;
    budget =
        plan.shape().tokens() > 0
            ? new TokenBudget(plan.shape().tokens(), getRuntimeContext())
            : null;
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
          case PLAYED -> {
            played(requireNonNull(signal.event()), before);
            yield before;
          }
          case DIAGNOSED -> {
            diagnosed(requireNonNull(signal.diagnosis()), before);
            yield before;
          }
          case PATCH -> {
            patches.take(requireNonNull(signal.patch()));
            yield before;
          }
        };
    keep(after.started() ? startBatches(after, context, out) : after);
  }

  private void keep(PlannerProgress now) throws Exception {
    progress.update(now);
    metrics.show(now, waitsUntil.value() != null);
  }

  private void played(TrajectoryEvent event, PlannerProgress before) throws Exception {
    AssistantStep step = event.getAssistantStep();
    if (step != null && budget != null) {
      count(event.getEpisodeId(), step, budget);
    }
    if (sources != null) {
      sources.take(event, plan.settledBefore(before.nextBatch()));
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      episodeEnded(event.getEpisodeId());
    }
  }

  private void diagnosed(Diagnosis diagnosis, PlannerProgress before) throws Exception {
    long oldest = plan.settledBefore(before.nextBatch());
    if (sources != null) {
      sources.take(diagnosis, oldest);
    }
    if (outcomes != null) {
      outcomes.take(diagnosis, oldest);
    }
  }

  private void count(String episodeId, AssistantStep step, TokenBudget tokens) throws Exception {
    Long batch = openEpisodes.get(episodeId);
    List<Integer> sampled = step.getSampledTokenIds();
    if (batch != null && sampled != null && !step.getRepeated()) {
      tokens.add(batch, sampled.size());
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<EpisodeRequest> out)
      throws Exception {
    PlannerProgress known = progress.value();
    if (known != null && known.started()) {
      keep(startBatches(known, context, out));
    }
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
   * off, its outcomes, if they weigh tasks, and its tokens, if they are counted. What does not come
   * in time is waited for no longer.
   */
  private boolean isPlayedOut(long batch, Context context) throws Exception {
    if (batch < 0 || isKnown(batch)) {
      return true;
    }
    long now = context.timerService().currentProcessingTime();
    Long until = waitsUntil.value();
    if (until == null) {
      until = now + LONGEST_WAIT.toMillis();
      waitsUntil.update(until);
      context.timerService().registerProcessingTimeTimer(until);
    }
    if (now >= until) {
      LOG.warn(
          "run {}: not every episode of batch {} is played and diagnosed; those that are missing"
              + " are not counted",
          plan.runId(),
          batch);
    }
    return now >= until;
  }

  private boolean isKnown(long batch) throws Exception {
    int episodes = plan.shape().groups() * plan.shape().groupSize();
    return (sources == null || sources.complete(batch) >= episodes)
        && (outcomes == null || outcomes.complete(batch) >= episodes)
        && (budget == null || !openBatches.contains(batch));
  }

  /** Whether no batch comes any more; the last one is told so once. */
  private boolean isBudgetSpent(long batch, Context context) throws Exception {
    if (budget == null || budget.spent(plan.settledBefore(batch)) < 1) {
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

  private List<Prefix> prefixes(long batchNumber) throws Exception {
    long from = plan.settledBefore(batchNumber);
    if (sources == null || from < 0) {
      return List.of();
    }
    BranchChoice choice =
        new BranchChoice(
            plan.branching(), NamedDraws.of(plan.seed()).at("branches").at(batchNumber));
    List<Prefix> prefixes = sources.prefixes(from, choice, plan.branching().end());
    sources.forget(from);
    return prefixes;
  }

  /** By what is known of settled batches, and of patches. */
  private BatchChoices choices(long batchNumber) throws Exception {
    if (outcomes != null) {
      SortedMap<Long, List<TaskOutcome>> settled = outcomes.settle(plan.settledBefore(batchNumber));
      if (learnability != null) {
        learnability.count(settled);
      }
      if (curriculum != null) {
        curriculum.count(settled);
      }
    }
    Stage stage = curriculum == null ? null : curriculum.stage(batchNumber);
    List<PlannedTask> tasks =
        stage == null ? plan.tasks() : plan.tasks().stream().filter(stage::plays).toList();
    PatchSets sets = patches.sets();
    return new BatchChoices(
        tasks,
        learnability == null ? null : learnability.weights(tasks),
        prefixes(batchNumber),
        stage != null && stage.plain() ? sets.withoutActive() : sets);
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
    PlannedBatch batch =
        planner.batch(
            now.nextBatch(), version, plannedAt, now.startedAt(), choices(now.nextBatch()));
    if (sources != null) {
      patches.keep(batch, plan.settledBefore(now.nextBatch()));
    }
    waitsUntil.clear();
    if (budget != null) {
      batch.manifest().setBudgetSpent(budget.spent(plan.settledBefore(now.nextBatch())));
      newest.update(batch.manifest());
    }
    context.output(MANIFESTS, batch.manifest());
    for (EpisodeRequest request : batch.requests()) {
      openEpisodes.put(request.episodeId(), request.batchNumber());
      out.collect(request);
    }
    openBatches.put(now.nextBatch(), batch.requests().size());
  }
}
