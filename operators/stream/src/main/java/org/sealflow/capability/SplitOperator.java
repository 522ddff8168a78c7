package org.sealflow.capability;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.CapabilityKind;

/**
 * Splits episodes into observations of capabilities and sends those of one capability on as one
 * bundle. An episode has some thirty observations, and the next one has mostly the same
 * capabilities.
 */
final class SplitOperator extends BundlingOperator<ObservationBundle> {
  private static final long serialVersionUID = 1L;

  private record Observed(String runId, CapabilityKind kind, String category, String name) {}

  private transient Map<Observed, List<ObservationBundle.Part>> waiting;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  SplitOperator(StreamOperatorParameters<ObservationBundle> parameters) {
    super(parameters, Boundary.PROFILE);
  }

  @Override
  public void open() throws Exception {
    super.open();
    waiting = new LinkedHashMap<>();
  }

  @Override
  protected int keep(EpisodeObservation episode) {
    List<CapabilityObservation> observations = CapabilityObservations.of(episode);
    observations.forEach(this::keep);
    return observations.size();
  }

  private void keep(CapabilityObservation observation) {
    Observed key =
        new Observed(
            observation.runId(), observation.kind(), observation.category(), observation.name());
    waiting
        .computeIfAbsent(key, first -> new ArrayList<>())
        .add(ObservationBundle.Part.of(observation));
  }

  @Override
  protected Collection<ObservationBundle> take() {
    List<ObservationBundle> bundles = new ArrayList<>();
    waiting.forEach(
        (of, parts) ->
            bundles.add(new ObservationBundle(of.runId, of.kind, of.category, of.name, parts)));
    waiting = new LinkedHashMap<>();
    return bundles;
  }
}
