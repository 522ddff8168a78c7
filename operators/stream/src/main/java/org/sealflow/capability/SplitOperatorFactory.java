package org.sealflow.capability;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes the operators that split episodes by capability, see {@link SplitOperator}. */
public final class SplitOperatorFactory extends AbstractStreamOperatorFactory<ObservationBundle>
    implements OneInputStreamOperatorFactory<EpisodeObservation, ObservationBundle> {
  private static final long serialVersionUID = 1L;

  // The interface leaves the kind of operator to the caller, who knows only one.
  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<ObservationBundle>> T createStreamOperator(
      StreamOperatorParameters<ObservationBundle> parameters) {
    return (T) new SplitOperator(parameters);
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return SplitOperator.class;
  }
}
