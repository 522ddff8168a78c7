package org.sealflow.evolve;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.evolve.patch.PatchVersions;
import org.sealflow.evolve.patch.TaskKnowledge;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.tasks.TaskChange;
import org.sealflow.tasks.TaskMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evolves the interface of its keys: the categories and {@code *} of each run. {@link
 * CategoryEvolution} decides, of a key four times a second at most; here keyed state is loaded into
 * memory at the first use of a key and written back entry by entry, see {@link EvolutionStore}.
 * After a restore every patch held is issued again, at the latest when the key's timer fires.
 * Nothing of one run reaches another, but for a restore count that one had to raise: it is every
 * run's after the next restore.
 */
public final class EvolveFunction
    extends KeyedBroadcastProcessFunction<EvolutionKey, EvolveInput, TaskChange, PatchRecord>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  /**
   * Broadcast: key in the topic {@code tasks} → record, constants of the long context left out.
   * Replaced when the same key is published again, removed by a record of that key without a value:
   * it grows with the number of tasks that nobody removes.
   */
  public static final MapStateDescriptor<String, byte[]> TASKS = TaskMessages.descriptor("tasks");

  /** Operator, union: the restore count of each parallel instance; the highest counts. */
  private static final ListStateDescriptor<Integer> RESTORE_COUNTS =
      new ListStateDescriptor<>("restore-counts", Types.INT);

  private static final Logger LOG = LoggerFactory.getLogger(EvolveFunction.class);

  private static final long TICK_MILLIS = CategoryEvolution.LEAST_PAUSE.toMillis();

  /** The event time of a bounded input's end, when no tick comes any more. */
  private static final long END_OF_INPUT = Long.MAX_VALUE;

  private final EvolveSettings settings;
  private final Duration timeToLive;
  private transient ListState<Integer> restoreCounts;
  private transient int restoreCount;
  private transient Silence silence;
  private transient boolean restored;
  private transient EvolutionCounts counts;
  private transient EvolutionStore store;
  private transient PatchMetrics patchMetrics;

  /** By run, since records of a run are numbered as if it were alone; never removed. */
  private transient Map<String, PatchVersions> versions;

  /** Keys of which evidence has come. */
  private transient Map<EvolutionKey, CategoryEvolution> evolutions;

  private transient Map<EvolutionKey, EvolutionState> states;
  private transient TaskMessages records;
  private transient RejectedInputs rejected;
  private transient @Nullable TaskKnowledge knowledge;

  /** Whether it holds something of a record that was removed. */
  private transient boolean knowledgeIsStale;

  /**
   * Evolves by rules.
   *
   * @param timeToLive how long a run may be silent before its patches retire and its state goes,
   *     above 0; processing time, counted anew after a restore
   * @throws IllegalArgumentException if that is no time
   */
  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  public EvolveFunction(EvolveSettings settings, Duration timeToLive) {
    this.settings = settings;
    this.timeToLive = new Silence(timeToLive).longest();
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    restoreCounts = context.getOperatorStateStore().getUnionListState(RESTORE_COUNTS);
    restored = context.isRestored();
    int before = -1;
    for (int count : restoreCounts.get()) {
      before = Math.max(before, count);
    }
    restoreCount = before + 1;
    LOG.info("evolution {}, restore {}", restored ? "restored" : "started", restoreCount);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    int highest = restoreCount;
    for (PatchVersions each : versions.values()) {
      highest = Math.max(highest, each.restoreCount());
    }
    restoreCounts.update(List.of(highest));
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    records = new TaskMessages();
    rejected = new RejectedInputs(Boundary.EVOLVE);
    evolutions = new HashMap<>();
    states = new HashMap<>();
    versions = new HashMap<>();
    counts = new EvolutionCounts();
    silence = new Silence(timeToLive);
    store = new EvolutionStore(getRuntimeContext());
    registerMetrics(getRuntimeContext().getMetricGroup());
    patchMetrics =
        new PatchMetrics(getRuntimeContext().getMetricGroup(), System::currentTimeMillis);
  }

  private void registerMetrics(MetricGroup group) {
    MetricGroup evolve = group.addGroup("evolve");
    evolve.gauge("patchesActivated", () -> counts.patchesActivated());
    evolve.gauge("patchesRetired", () -> counts.patchesRetired());
    evolve.gauge("patchesRefused", () -> counts.patchesRefused());
    evolve.gauge("recordsSuperseded", () -> counts.recordsSuperseded());
    evolve.gauge("ordersObeyed", () -> counts.ordersObeyed());
    evolve.gauge("ordersNotUnderstood", () -> counts.ordersNotUnderstood());
    evolve.gauge("malformedToolDocs", () -> knowledge == null ? 0L : knowledge.malformed());
  }

  @Override
  public void processBroadcastElement(
      TaskChange change, Context context, Collector<PatchRecord> out) throws Exception {
    TaskRecord record = change.record();
    if (record != null && record.getLongContext() != null) {
      return;
    }
    records.apply(context.getBroadcastState(TASKS), change);
    TaskKnowledge known = knowledge;
    if (record == null) {
      knowledgeIsStale = true;
    } else if (known != null && !knowledgeIsStale) {
      Instant now = Instant.ofEpochMilli(context.currentProcessingTime());
      take(record, known, now, failure -> context.output(DeadLetters.FAILURES, failure));
    }
  }

  @Override
  public void processElement(EvolveInput input, ReadOnlyContext context, Collector<PatchRecord> out)
      throws Exception {
    Instant now = now(context);
    CategoryEvolution evolution = evolution(context, now, out);
    List<PatchRecord> changed = List.of();
    try {
      changed = evolution.take(input, now);
    } catch (RuntimeException unusable) {
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(runId(input.key()), null, null, input, now, unusable));
    }
    put(changed, out);
    finish(context, evolution);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<PatchRecord> out)
      throws Exception {
    Instant now = now(context);
    CategoryEvolution evolution = evolution(context, now, out);
    List<PatchRecord> changed = List.of();
    try {
      changed = evolution.pass(now);
    } catch (RuntimeException unusable) {
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(
              runId(context.getCurrentKey()), null, null, context.getCurrentKey(), now, unusable));
    }
    put(changed, out);
    finish(context, evolution);
  }

  private static void put(List<PatchRecord> changed, Collector<PatchRecord> out) {
    for (PatchRecord record : changed) {
      EnvironmentPatch patch = record.getPatch();
      if (patch != null) {
        LOG.info(
            "run {}: patch {} is {}: {}",
            patch.getRunId(),
            record.getPatchKey(),
            patch.getState(),
            patch.getReason());
      }
      out.collect(record);
    }
  }

  private static @Nullable String runId(EvolutionKey key) {
    return key.equals(EvolutionKey.NONE) ? null : key.runId();
  }

  private static Instant now(ReadOnlyContext context) {
    return Instant.ofEpochMilli(context.timerService().currentProcessingTime());
  }

  /** The key's evolution, loaded at its first use. */
  private CategoryEvolution evolution(
      ReadOnlyContext context, Instant now, Collector<PatchRecord> out) throws Exception {
    EvolutionKey key = context.getCurrentKey();
    TaskKnowledge tasks = knowledge(context, now);
    CategoryEvolution known = evolutions.get(key);
    if (known != null) {
      return known;
    }
    EvolutionState state = store.load();
    CategoryEvolution evolution =
        new CategoryEvolution(
            key,
            settings,
            silence,
            state,
            tasks,
            versions.computeIfAbsent(key.runId(), run -> new PatchVersions(restoreCount)),
            counts);
    states.put(key, state);
    evolutions.put(key, evolution);
    if (restored) {
      evolution.resume(now);
      evolution.reissue(now).forEach(out::collect);
    }
    return evolution;
  }

  /** Facts about the known tasks; read anew once after any number of removals. */
  private TaskKnowledge knowledge(ReadOnlyContext context, Instant now) throws Exception {
    TaskKnowledge known = knowledge;
    if (known != null && !knowledgeIsStale) {
      return known;
    }
    TaskKnowledge anew = known == null ? new TaskKnowledge() : known.cleared();
    records.forEach(
        context.getBroadcastState(TASKS),
        record ->
            take(record, anew, now, failure -> context.output(DeadLetters.FAILURES, failure)));
    knowledge = anew;
    knowledgeIsStale = false;
    return anew;
  }

  private void take(
      TaskRecord record, TaskKnowledge into, Instant now, Consumer<Failure> failures) {
    try {
      into.take(record);
    } catch (RuntimeException | StackOverflowError unusable) {
      failures.accept(rejected.failure(null, null, null, TaskRecords.key(record), now, unusable));
    }
  }

  /** Writes what changed, and comes back where time may change more. */
  private void finish(ReadOnlyContext context, CategoryEvolution evolution) throws Exception {
    EvolutionState state = requireNonNull(states.get(context.getCurrentKey()));
    patchMetrics.show(context.getCurrentKey(), state);
    TimerService timers = context.timerService();
    EvolutionProgress progress = state.progress();
    if (store.write(state) && progress != null) {
      timers.registerProcessingTimeTimer(silence.end(progress));
    }
    if (evolution.isOpen()) {
      // Rounded, so that a timer restored and one set anew are the same.
      long tick = timers.currentProcessingTime() / TICK_MILLIS + 1;
      timers.registerProcessingTimeTimer(tick * TICK_MILLIS);
    }
    if (evolution.isDue()) {
      timers.registerEventTimeTimer(END_OF_INPUT);
    } else {
      timers.deleteEventTimeTimer(END_OF_INPUT);
    }
    if (!state.hasBegun()) {
      states.remove(context.getCurrentKey());
      evolutions.remove(context.getCurrentKey());
    }
  }
}
