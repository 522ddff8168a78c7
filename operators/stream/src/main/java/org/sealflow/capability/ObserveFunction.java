package org.sealflow.capability;

import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;

/** Takes from training episodes what profiles and patches need of them. Stateless. */
public final class ObserveFunction extends ProcessFunction<DiagnosedEpisode, EpisodeObservation> {
  private static final long serialVersionUID = 1L;

  private final CapabilitySettings settings;
  private transient RejectedInputs rejected;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public ObserveFunction(CapabilitySettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.PROFILE);
  }

  @Override
  public void processElement(
      DiagnosedEpisode episode, Context context, Collector<EpisodeObservation> out) {
    EpisodeObservation observed;
    try {
      observed = EpisodeObservations.of(episode, settings.rewardRule());
    } catch (RuntimeException unusable) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(episode.runId(), episode.id(), null, episode.end(), now, unusable));
      return;
    }
    out.collect(observed);
  }
}
