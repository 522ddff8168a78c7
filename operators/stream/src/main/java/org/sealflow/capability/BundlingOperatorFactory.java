package org.sealflow.capability;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Makes operators of one kind, see {@link BundlingOperator}.
 *
 * @param <O> what they send on
 */
public final class BundlingOperatorFactory<O> extends AbstractStreamOperatorFactory<O>
    implements OneInputStreamOperatorFactory<EpisodeObservation, O> {
  private static final long serialVersionUID = 1L;

  private final Class<? extends BundlingOperator<O>> kind;
  private final SerializableFunction<StreamOperatorParameters<O>, BundlingOperator<O>> make;

  /** Makes operators of a class. */
  public BundlingOperatorFactory(
      Class<? extends BundlingOperator<O>> kind,
      SerializableFunction<StreamOperatorParameters<O>, BundlingOperator<O>> make) {
    this.kind = kind;
    this.make = make;
  }

  /** Makes operators that split episodes by capability. */
  public static BundlingOperatorFactory<ObservationBundle> split() {
    return new BundlingOperatorFactory<>(SplitOperator.class, SplitOperator::new);
  }

  /** Makes operators that sum episodes by run. */
  public static BundlingOperatorFactory<RunTally> tally() {
    return new BundlingOperatorFactory<>(TallyOperator.class, TallyOperator::new);
  }

  // The interface leaves the kind of operator to the caller, who knows only one.
  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<O>> T createStreamOperator(
      StreamOperatorParameters<O> parameters) {
    return (T) make.apply(parameters);
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return kind;
  }
}
