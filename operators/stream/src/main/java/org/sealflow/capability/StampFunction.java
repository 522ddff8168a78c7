package org.sealflow.capability;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;

/**
 * Stamps episodes where they are diagnosed with what their runs have said of themselves, see {@link
 * VersionFunction}. What a run says follows its episodes by a moment, so an episode can bear what
 * its run knew shortly before.
 */
public final class StampFunction
    extends BroadcastProcessFunction<EpisodeObservation, RunKnowledge, EpisodeObservation> {
  private static final long serialVersionUID = 1L;

  /**
   * Broadcast: run → what it last said. Replaced by what it says next; removed when the run has
   * been silent for the time to live.
   */
  public static final MapStateDescriptor<String, RunKnowledge> KNOWN =
      new MapStateDescriptor<>("known", Types.STRING, TypeInformation.of(RunKnowledge.class));

  /** How many runs are remembered: more than go at once, and few enough for the heap. */
  static final int MOST_RUNS = 1000;

  private final CapabilitySettings settings;
  private transient RejectedInputs rejected;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public StampFunction(CapabilitySettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.PROFILE);
  }

  @Override
  public void processBroadcastElement(
      RunKnowledge said, Context context, Collector<EpisodeObservation> out) throws Exception {
    BroadcastState<String, RunKnowledge> known = context.getBroadcastState(KNOWN);
    known.put(said.runId(), said);
    RunKnowledge oldest = said;
    int runs = 0;
    for (Map.Entry<String, RunKnowledge> each : known.immutableEntries()) {
      runs++;
      oldest = each.getValue().saidAt() < oldest.saidAt() ? each.getValue() : oldest;
    }
    if (runs > MOST_RUNS) {
      known.remove(oldest.runId());
    }
  }

  private boolean isOver(RunKnowledge known, long now) {
    return now - known.saidAt() > settings.timeToLive().toMillis();
  }

  @Override
  public void processElement(
      EpisodeObservation episode, ReadOnlyContext context, Collector<EpisodeObservation> out)
      throws Exception {
    long now = context.currentProcessingTime();
    RunKnowledge known = context.getBroadcastState(KNOWN).get(episode.runId());
    EpisodeObservation stamped;
    try {
      stamped = episode.with(stamp(episode, known == null || isOver(known, now) ? null : known));
    } catch (RuntimeException unusable) {
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(
              episode.runId(),
              episode.episodeId(),
              null,
              episode,
              Instant.ofEpochMilli(now),
              unusable));
      return;
    }
    out.collect(stamped);
  }

  private EpisodeObservation.Stamp stamp(EpisodeObservation episode, @Nullable RunKnowledge known) {
    long newest = known == null ? 0 : known.version();
    long version =
        switch (settings.versionRule()) {
          case POLICY ->
              episode.placement().policyVersion() < 0
                  ? newest
                  : episode.placement().policyVersion();
          case BATCHES -> newest;
        };
    return known == null
        ? new EpisodeObservation.Stamp(version, settings.tagWeights().base(), List.of())
        : new EpisodeObservation.Stamp(
            version,
            known.tagWeights(),
            episode.result().counted() ? known.rare(episode.failurePatterns()) : List.of());
  }
}
