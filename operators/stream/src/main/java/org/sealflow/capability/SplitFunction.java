package org.sealflow.capability;

import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;

/** Splits what was observed of an episode by capability. Stateless. */
public final class SplitFunction
    extends ProcessFunction<EpisodeObservation, CapabilityObservation> {
  private static final long serialVersionUID = 1L;

  private transient RejectedInputs rejected;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public SplitFunction() {}

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.PROFILE);
  }

  @Override
  public void processElement(
      EpisodeObservation episode, Context context, Collector<CapabilityObservation> out) {
    List<CapabilityObservation> observed;
    try {
      observed = CapabilityObservations.of(episode);
    } catch (RuntimeException unusable) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(episode.runId(), episode.episodeId(), null, episode, now, unusable));
      return;
    }
    observed.forEach(out::collect);
  }
}
