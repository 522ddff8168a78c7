package org.sealflow.learn.operator;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;

/** Makes the learner of a job; what it needs of Flink comes with the parameters. */
public final class LearnOperatorFactory extends AbstractStreamOperatorFactory<PolicyUpdate>
    implements TwoInputStreamOperatorFactory<TrainingEpisode, BatchManifest, PolicyUpdate> {
  private static final long serialVersionUID = 1L;

  private final LearnSettings settings;
  private final TrainablePolicyFactory policies;

  /** A learner of the policy that the factory makes. */
  public LearnOperatorFactory(LearnSettings settings, TrainablePolicyFactory policies) {
    this.settings = settings;
    this.policies = policies;
  }

  // The interface leaves the kind of operator to the caller, who knows only one.
  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<PolicyUpdate>> T createStreamOperator(
      StreamOperatorParameters<PolicyUpdate> parameters) {
    return (T) new LearnOperator(parameters, settings, policies);
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return LearnOperator.class;
  }
}
