package org.sealflow.capability;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Mode;

/**
 * Sums up its keys, the runs, from tallies of their episodes, and says what only a run as a whole
 * knows: the version, the weights of tags, which failure patterns are rare. Says it when it
 * changes, once after a start or a restore, and again before it would be forgotten. Manifests of
 * batches are heeded where batches are the versions.
 */
public final class VersionFunction
    extends KeyedCoProcessFunction<String, RunTally, BatchManifest, RunKnowledge> {
  private static final long serialVersionUID = 1L;

  private final CapabilitySettings settings;
  private transient RejectedInputs rejected;
  private transient ValueState<Long> newestVersions;
  private transient ValueState<SettledBatches> settledBatches;
  private transient MapState<Long, BatchProgress> openBatches;
  private transient ValueState<TagProgress> tags;
  private transient ValueState<PatternCounts> patterns;

  /** By run, what it last said; of more than {@link StampFunction#MOST_RUNS} the last to speak. */
  private transient Map<String, RunKnowledge> said;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public VersionFunction(CapabilitySettings settings) {
    this.settings = settings;
  }

  /**
   * Key: run. All expire when the run has been silent for the time to live.
   *
   * <ul>
   *   <li>newest-version: the policy's newest seen. Never cleared.
   *   <li>settled-batches: which have settled. Never cleared; bounded.
   *   <li>open-batches: batch number → how far it has come. Removed when it settles; one of which
   *       an episode is never started, or that is never planned, expires by itself.
   *   <li>tags: ten cells and weights. Never cleared.
   *   <li>patterns: a count for each pair of tool and failure that has occurred. Never cleared.
   * </ul>
   */
  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.PROFILE);
    said = new LinkedHashMap<>();
    newestVersions = value("newest-version", Types.LONG);
    settledBatches = value("settled-batches", TypeInformation.of(SettledBatches.class));
    tags = value("tags", TypeInformation.of(TagProgress.class));
    patterns = value("patterns", TypeInformation.of(PatternCounts.class));
    MapStateDescriptor<Long, BatchProgress> batches =
        new MapStateDescriptor<>(
            "open-batches", Types.LONG, TypeInformation.of(BatchProgress.class));
    batches.enableTimeToLive(expiry());
    openBatches = getRuntimeContext().getMapState(batches);
  }

  private <T> ValueState<T> value(String name, TypeInformation<T> type) {
    ValueStateDescriptor<T> descriptor = new ValueStateDescriptor<>(name, type);
    descriptor.enableTimeToLive(expiry());
    return getRuntimeContext().getState(descriptor);
  }

  private StateTtlConfig expiry() {
    return StateTtlConfig.newBuilder(settings.timeToLive()).build();
  }

  @Override
  public void processElement1(RunTally tally, Context context, Collector<RunKnowledge> out)
      throws Exception {
    try {
      take(tally);
    } catch (RuntimeException unusable) {
      reject(tally.runId(), tally, context, unusable);
      return;
    }
    say(tally.runId(), context, out);
  }

  private void take(RunTally tally) throws Exception {
    if (settings.versionRule() == ProfileVersionRule.POLICY) {
      reach(tally.policyVersion());
    }
    if (!tally.tags().isEmpty()) {
      tags.update(tags().observe(tally.tags()));
    }
    if (!tally.patterns().isEmpty()) {
      patterns.update(counts().plus(tally.patterns()));
    }
    if (settings.versionRule() == ProfileVersionRule.BATCHES) {
      end(tally);
    }
  }

  /** A version of the policy newer than all before leaves those behind. */
  private void reach(long version) throws Exception {
    Long newest = newestVersions.value();
    if (newest != null && version > newest) {
      tags.update(tags().step(settings.tagWeights()));
    }
    newestVersions.update(Math.max(newest == null ? 0 : newest, version));
  }

  private void end(RunTally tally) throws Exception {
    SettledBatches settled = settled();
    long batchNumber = tally.batchNumber();
    // Written although nothing has settled, so that it does not expire under a run that goes on.
    settledBatches.update(settled);
    if (batchNumber >= 0 && !settled.contains(batchNumber)) {
      goOn(batchNumber, open(batchNumber).end(tally.ended()));
    }
  }

  private void reject(String runId, Object input, Context context, RuntimeException unusable) {
    Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    context.output(DeadLetters.FAILURES, rejected.failure(runId, null, null, input, now, unusable));
  }

  @Override
  public void processElement2(BatchManifest manifest, Context context, Collector<RunKnowledge> out)
      throws Exception {
    boolean changed;
    try {
      changed = plan(manifest);
    } catch (RuntimeException unusable) {
      reject(manifest.getRunId(), manifest, context, unusable);
      return;
    }
    if (changed) {
      say(manifest.getRunId(), context, out);
    }
  }

  /** Whether the manifest is of a batch that counts. */
  private boolean plan(BatchManifest manifest) throws Exception {
    long batchNumber = manifest.getBatchNumber();
    boolean counts =
        settings.versionRule() == ProfileVersionRule.BATCHES
            && manifest.getMode() == Mode.TRAIN
            && !settled().contains(batchNumber);
    if (counts) {
      goOn(batchNumber, open(batchNumber).plan(manifest.getGroups()));
    }
    return counts;
  }

  private void goOn(long batchNumber, BatchProgress batch) throws Exception {
    if (batch.isSettled()) {
      openBatches.remove(batchNumber);
      settledBatches.update(settled().plus(batchNumber));
      tags.update(tags().step(settings.tagWeights()));
    } else {
      openBatches.put(batchNumber, batch);
    }
  }

  private void say(String runId, Context context, Collector<RunKnowledge> out) throws Exception {
    PatternCounts seen = counts();
    RunKnowledge now =
        new RunKnowledge(
            runId,
            version(),
            tags().current(settings.tagWeights()),
            seen.areEnough(settings.signals()),
            seen.common(settings.signals()),
            context.timerService().currentProcessingTime());
    RunKnowledge before = said.get(runId);
    if (before == null
        || !before.saysAs(now)
        || now.saidAt() - before.saidAt() >= settings.timeToLive().toMillis() / 2) {
      remember(now);
      out.collect(now);
    }
  }

  private void remember(RunKnowledge now) {
    said.remove(now.runId());
    said.put(now.runId(), now);
    if (said.size() > StampFunction.MOST_RUNS) {
      said.remove(said.keySet().iterator().next());
    }
  }

  private long version() throws Exception {
    Long newest = newestVersions.value();
    return switch (settings.versionRule()) {
      case POLICY -> newest == null ? 0 : newest;
      case BATCHES -> settled().count();
    };
  }

  private SettledBatches settled() throws Exception {
    return orElse(settledBatches.value(), SettledBatches.NONE);
  }

  private BatchProgress open(long batchNumber) throws Exception {
    return orElse(openBatches.get(batchNumber), BatchProgress.BEGIN);
  }

  private TagProgress tags() throws Exception {
    return orElse(tags.value(), TagProgress.BEGIN);
  }

  private PatternCounts counts() throws Exception {
    return orElse(patterns.value(), PatternCounts.NONE);
  }

  private static <T> T orElse(@Nullable T value, T fallback) {
    return value == null ? fallback : value;
  }
}
