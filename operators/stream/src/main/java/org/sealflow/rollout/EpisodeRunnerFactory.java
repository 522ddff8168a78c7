package org.sealflow.rollout;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.TrajectoryEvent;

/** Makes the runners of a job; what they need of Flink comes with the parameters. */
public final class EpisodeRunnerFactory extends AbstractStreamOperatorFactory<TrajectoryEvent>
    implements TwoInputStreamOperatorFactory<EpisodeRequest, RolloutNotice, TrajectoryEvent> {
  private static final long serialVersionUID = 1L;

  private final RolloutSettings settings;
  private final PolicyFactory policies;

  /** Runners that play by some settings, each with a policy of its own. */
  public EpisodeRunnerFactory(RolloutSettings settings, PolicyFactory policies) {
    this.settings = settings;
    this.policies = policies;
  }

  // The interface leaves the kind of operator to the caller, who knows only one.
  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<TrajectoryEvent>> T createStreamOperator(
      StreamOperatorParameters<TrajectoryEvent> parameters) {
    return (T) new EpisodeRunner(parameters, settings, policies);
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return EpisodeRunner.class;
  }
}
