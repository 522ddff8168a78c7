package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.sealflow.capability.BundlingOperator;
import org.sealflow.capability.BundlingOperatorFactory;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Capabilities;

/** Sums up stamped episodes for evolution: for their run in their category, and in all. */
public final class EvidenceOperator extends BundlingOperator<EvolveInput> {
  private static final long serialVersionUID = 1L;

  private transient Map<EvolutionKey, EvidenceBundle> waiting;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  private EvidenceOperator(StreamOperatorParameters<EvolveInput> parameters) {
    super(parameters, Boundary.EVOLVE);
  }

  /** Makes such operators. */
  public static BundlingOperatorFactory<EvolveInput> factory() {
    return new BundlingOperatorFactory<>(EvidenceOperator.class, EvidenceOperator::new);
  }

  @Override
  public void open() throws Exception {
    super.open();
    waiting = new LinkedHashMap<>();
  }

  @Override
  protected int keep(EpisodeObservation episode) {
    if (!episode.result().counted()) {
      return 0;
    }
    EvidenceBundle alone = EvidenceBundle.of(episode);
    for (String category : List.of(episode.placement().category(), Capabilities.ALL)) {
      waiting
          .computeIfAbsent(
              new EvolutionKey(episode.runId(), category), first -> EvidenceBundle.empty())
          .add(alone);
    }
    return 2;
  }

  @Override
  protected Collection<EvolveInput> take() {
    List<EvolveInput> inputs = new ArrayList<>();
    waiting.forEach((key, bundle) -> inputs.add(EvolveInput.of(key, bundle)));
    waiting.clear();
    return inputs;
  }
}
