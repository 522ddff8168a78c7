package org.sealflow.evolve;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.state.TaskMessages;
import org.sealflow.verify.RejectedInputs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evolves the interface of its keys, the categories and {@code *}. What is decided is not decided
 * here: keyed state is loaded into memory at the first use of a key and written back entry by
 * entry; after a restore every patch held is issued again, at the latest when the key's timer
 * fires.
 */
public final class EvolveFunction
    extends KeyedBroadcastProcessFunction<String, EvolveInput, TaskRecord, PatchRecord>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  /**
   * Broadcast: key in the topic {@code tasks} → record, constants of the long context left out.
   * Replaced when the same key is published again, never removed: it grows with the number of
   * distinct tasks.
   */
  public static final MapStateDescriptor<String, byte[]> TASKS = TaskMessages.descriptor("tasks");

  /** Key: category. The run and the newest version seen. Never cleared; one entry per category. */
  private static final ValueStateDescriptor<EvolutionProgress> PROGRESS =
      new ValueStateDescriptor<>("progress", TypeInformation.of(EvolutionProgress.class));

  /**
   * Key: category. Capability → its newest profile. Replaced by the next; bounded by the known
   * tools, failures and tags.
   */
  private static final MapStateDescriptor<String, EvidenceCell> CELLS =
      new MapStateDescriptor<>("cells", Types.STRING, TypeInformation.of(EvidenceCell.class));

  /**
   * Key: category. Failure or tag → at most three episodes that show it. Bounded like the cells.
   */
  private static final MapStateDescriptor<String, List<String>> EPISODES =
      new MapStateDescriptor<>("episodes", Types.STRING, Types.LIST(Types.STRING));

  /**
   * Key: {@code *} alone. Category → its failures by version. Versions before the window are
   * dropped as episodes of the category come.
   */
  private static final MapStateDescriptor<String, FailureSpread> SPREAD =
      new MapStateDescriptor<>("spread", Types.STRING, TypeInformation.of(FailureSpread.class));

  /**
   * Key: category. Patch key → patch, active or kept retired. Removed when it is retired and
   * neither an order nor a cooldown keeps it; bounded by the cells.
   */
  private static final MapStateDescriptor<String, HeldPatch> PATCHES =
      new MapStateDescriptor<>("patches", Types.STRING, TypeInformation.of(HeldPatch.class));

  /** Key: category. Patch key → order in force. Removed by RELEASE; grows with orders given. */
  private static final MapStateDescriptor<String, PatchOrder> ORDERS =
      new MapStateDescriptor<>("orders", Types.STRING, TypeInformation.of(PatchOrder.class));

  /**
   * Key: category. Patch key → marks of records issued and not read back yet. Removed as they are
   * read; where nothing is read back, a bounded number per patch is left.
   */
  private static final MapStateDescriptor<String, List<String>> AWAITED =
      new MapStateDescriptor<>("awaited", Types.STRING, Types.LIST(Types.STRING));

  /** Operator, union: the restore count of each parallel instance; the highest counts. */
  private static final ListStateDescriptor<Integer> RESTORE_COUNTS =
      new ListStateDescriptor<>("restore-counts", Types.INT);

  private static final Logger LOG = LoggerFactory.getLogger(EvolveFunction.class);

  private static final long TICK_MILLIS = 500;

  /** What could not be used. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  private final EvolveSettings settings;
  private transient ListState<Integer> restoreCounts;
  private transient PatchVersions versions;
  private transient boolean restored;
  private transient EvolutionCounts counts;
  private transient Map<String, CategoryEvolution> evolutions;
  private transient Map<String, EvolutionState> states;
  private transient TaskMessages records;
  private transient RejectedInputs rejected;
  private transient @Nullable TaskKnowledge knowledge;
  private transient ValueState<EvolutionProgress> progress;
  private transient MapState<String, EvidenceCell> cells;
  private transient MapState<String, List<String>> episodes;
  private transient MapState<String, FailureSpread> spread;
  private transient MapState<String, HeldPatch> patches;
  private transient MapState<String, PatchOrder> orders;
  private transient MapState<String, List<String>> awaited;

  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  public EvolveFunction(EvolveSettings settings) {
    this.settings = settings;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    restoreCounts = context.getOperatorStateStore().getUnionListState(RESTORE_COUNTS);
    restored = context.isRestored();
    int before = -1;
    for (int count : restoreCounts.get()) {
      before = Math.max(before, count);
    }
    versions = new PatchVersions(before + 1);
    LOG.info("evolution {}, restore {}", restored ? "restored" : "started", before + 1);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    restoreCounts.update(List.of(versions.restoreCount()));
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    records = new TaskMessages();
    rejected = new RejectedInputs(Boundary.EVOLVE);
    evolutions = new HashMap<>();
    states = new HashMap<>();
    counts = new EvolutionCounts();
    progress = getRuntimeContext().getState(PROGRESS);
    cells = getRuntimeContext().getMapState(CELLS);
    episodes = getRuntimeContext().getMapState(EPISODES);
    spread = getRuntimeContext().getMapState(SPREAD);
    patches = getRuntimeContext().getMapState(PATCHES);
    orders = getRuntimeContext().getMapState(ORDERS);
    awaited = getRuntimeContext().getMapState(AWAITED);
    registerMetrics(getRuntimeContext().getMetricGroup());
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
      TaskRecord record, Context context, Collector<PatchRecord> out) throws Exception {
    if (record.getLongContext() == null) {
      records.put(context.getBroadcastState(TASKS), record);
      TaskKnowledge known = knowledge;
      if (known != null) {
        try {
          known.take(record);
        } catch (RuntimeException | StackOverflowError unusable) {
          Instant now = Instant.ofEpochMilli(context.currentProcessingTime());
          context.output(
              FAILURES, rejected.failure(null, null, null, TaskRecords.key(record), now, unusable));
        }
      }
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
      context.output(FAILURES, rejected.failure(null, null, null, input, now, unusable));
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
      changed = evolution.evaluate(now);
    } catch (RuntimeException unusable) {
      context.output(
          FAILURES, rejected.failure(null, null, null, context.getCurrentKey(), now, unusable));
    }
    put(changed, out);
    finish(context, evolution);
  }

  private static void put(List<PatchRecord> changed, Collector<PatchRecord> out) {
    for (PatchRecord record : changed) {
      EnvironmentPatch patch = record.getPatch();
      if (patch != null) {
        LOG.info("patch {} is {}", record.getPatchKey(), patch.getState());
      }
      out.collect(record);
    }
  }

  private static Instant now(ReadOnlyContext context) {
    return Instant.ofEpochMilli(context.timerService().currentProcessingTime());
  }

  /** The key's evolution, loaded at its first use. */
  private CategoryEvolution evolution(
      ReadOnlyContext context, Instant now, Collector<PatchRecord> out) throws Exception {
    String category = context.getCurrentKey();
    CategoryEvolution known = evolutions.get(category);
    if (known != null) {
      return known;
    }
    EvolutionState state = load();
    CategoryEvolution evolution =
        new CategoryEvolution(category, settings, state, knowledge(context), versions, counts);
    states.put(category, state);
    evolutions.put(category, evolution);
    if (restored) {
      evolution.reissue(now).forEach(out::collect);
    }
    return evolution;
  }

  private TaskKnowledge knowledge(ReadOnlyContext context) throws Exception {
    TaskKnowledge known = knowledge;
    if (known == null) {
      TaskKnowledge made = new TaskKnowledge();
      records.forEach(context.getBroadcastState(TASKS), record -> take(record, made, context));
      knowledge = made;
      return made;
    }
    return known;
  }

  private void take(TaskRecord record, TaskKnowledge into, ReadOnlyContext context) {
    try {
      into.take(record);
    } catch (RuntimeException | StackOverflowError unusable) {
      context.output(
          FAILURES,
          rejected.failure(null, null, null, TaskRecords.key(record), now(context), unusable));
    }
  }

  private EvolutionState load() throws Exception {
    EvolutionState state = new EvolutionState();
    EvolutionProgress stored = progress.value();
    state.progress(stored == null ? EvolutionProgress.NONE : stored);
    load(cells, state.cells());
    load(episodes, state.episodes());
    load(spread, state.spread());
    load(patches, state.patches());
    load(orders, state.orders());
    load(awaited, state.awaited());
    return state;
  }

  private static <V> void load(MapState<String, V> from, TrackedMap<V> to) throws Exception {
    for (Map.Entry<String, V> entry : from.entries()) {
      to.load(entry.getKey(), entry.getValue());
    }
  }

  /** Writes what changed, and comes back where time may change more. */
  private void finish(ReadOnlyContext context, CategoryEvolution evolution) throws Exception {
    EvolutionState state = requireNonNull(states.get(context.getCurrentKey()));
    if (!state.progress().equals(progress.value())) {
      progress.update(state.progress());
    }
    write(state.cells(), cells);
    write(state.episodes(), episodes);
    write(state.spread(), spread);
    write(state.patches(), patches);
    write(state.orders(), orders);
    write(state.awaited(), awaited);
    if (evolution.isOpen()) {
      // Rounded, so that a timer restored and one set anew are the same.
      long tick = context.timerService().currentProcessingTime() / TICK_MILLIS + 1;
      context.timerService().registerProcessingTimeTimer(tick * TICK_MILLIS);
    }
  }

  private static <V> void write(TrackedMap<V> from, MapState<String, V> to) throws Exception {
    for (String key : from.takeChanged()) {
      V value = from.get(key);
      if (value == null) {
        to.remove(key);
      } else {
        to.put(key, value);
      }
    }
  }
}
