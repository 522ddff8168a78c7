package org.sealflow.capability;

import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Failure;
import org.sealflow.verify.RejectedInputs;

/** Splits what was observed of an episode by capability. Stateless. */
public final class SplitFunction
    extends ProcessFunction<EpisodeObservation, CapabilityObservation> {
  private static final long serialVersionUID = 1L;

  /** Episodes that could not be used. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

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
          FAILURES,
          rejected.failure(episode.runId(), episode.episodeId(), null, episode, now, unusable));
      return;
    }
    observed.forEach(out::collect);
  }
}
