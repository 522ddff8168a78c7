package org.sealflow.capability;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Splits what was observed of an episode by capability. Stateless. */
public final class SplitFunction
    implements FlatMapFunction<EpisodeObservation, CapabilityObservation> {
  private static final long serialVersionUID = 1L;

  @Override
  public void flatMap(EpisodeObservation episode, Collector<CapabilityObservation> out) {
    CapabilityObservations.of(episode).forEach(out::collect);
  }
}
