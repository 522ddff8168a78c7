package org.sealflow.capability;

import java.time.Instant;
import java.util.List;
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
 * Stamps the observations of its keys, the runs, with what only the run as a whole knows: the
 * version, the weights of tags, which failure patterns are rare. Manifests of batches are heeded
 * where batches are the versions.
 */
public final class VersionFunction
    extends KeyedCoProcessFunction<String, EpisodeObservation, BatchManifest, EpisodeObservation> {
  private static final long serialVersionUID = 1L;

  private final CapabilitySettings settings;
  private transient RejectedInputs rejected;
  private transient ValueState<Long> newestVersions;
  private transient ValueState<SettledBatches> settledBatches;
  private transient MapState<Long, BatchProgress> openBatches;
  private transient ValueState<TagProgress> tags;
  private transient ValueState<PatternCounts> patterns;

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
  public void processElement1(
      EpisodeObservation episode, Context context, Collector<EpisodeObservation> out)
      throws Exception {
    EpisodeObservation stamped;
    try {
      stamped = stamp(episode);
    } catch (RuntimeException unusable) {
      reject(episode.runId(), episode.episodeId(), episode, context, unusable);
      return;
    }
    out.collect(stamped);
  }

  private EpisodeObservation stamp(EpisodeObservation episode) throws Exception {
    long version =
        switch (settings.versionRule()) {
          case POLICY -> policyVersion(episode);
          case BATCHES -> settled().count();
        };
    List<String> rare = count(episode);
    EpisodeObservation stamped =
        episode.with(
            new EpisodeObservation.Stamp(version, tags().current(settings.tagWeights()), rare));
    if (settings.versionRule() == ProfileVersionRule.BATCHES) {
      end(episode);
    }
    return stamped;
  }

  private void reject(
      String runId,
      @Nullable String episodeId,
      Object input,
      Context context,
      RuntimeException unusable) {
    Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    context.output(
        DeadLetters.FAILURES, rejected.failure(runId, episodeId, null, input, now, unusable));
  }

  /** The version of the policy; one newer than all before leaves those behind. */
  private long policyVersion(EpisodeObservation episode) throws Exception {
    Long newest = newestVersions.value();
    long reached = newest == null ? episode.placement().policyVersion() : newest;
    long newer = Math.max(0, Math.max(reached, episode.placement().policyVersion()));
    if (newest != null && newer > newest) {
      tags.update(tags().step(settings.tagWeights()));
    }
    newestVersions.update(newer);
    return episode.placement().policyVersion() < 0 ? newer : episode.placement().policyVersion();
  }

  /** Takes the episode into the counts of its run; says which of its patterns are rare there. */
  private List<String> count(EpisodeObservation episode) throws Exception {
    if (!episode.result().counted()) {
      return List.of();
    }
    tags.update(
        tags().observe(episode.tags(), episode.result().reward(), episode.result().success()));
    List<String> shown = episode.failurePatterns();
    PatternCounts counts = counts().plus(shown);
    patterns.update(counts);
    return counts.rare(shown, settings.signals());
  }

  private void end(EpisodeObservation episode) throws Exception {
    SettledBatches settled = settled();
    long batchNumber = episode.placement().batchNumber();
    // Written although nothing has settled, so that it does not expire under a run that goes on.
    settledBatches.update(settled);
    if (batchNumber >= 0 && !settled.contains(batchNumber)) {
      goOn(batchNumber, open(batchNumber).end(episode.placement().groupId()));
    }
  }

  @Override
  public void processElement2(
      BatchManifest manifest, Context context, Collector<EpisodeObservation> out) throws Exception {
    try {
      plan(manifest);
    } catch (RuntimeException unusable) {
      reject(manifest.getRunId(), null, manifest, context, unusable);
    }
  }

  private void plan(BatchManifest manifest) throws Exception {
    long batchNumber = manifest.getBatchNumber();
    if (settings.versionRule() == ProfileVersionRule.BATCHES
        && manifest.getMode() == Mode.TRAIN
        && !settled().contains(batchNumber)) {
      goOn(batchNumber, open(batchNumber).plan(manifest.getGroups()));
    }
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
