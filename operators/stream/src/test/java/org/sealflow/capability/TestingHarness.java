package org.sealflow.capability;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithNonKeyedOperator;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.BroadcastOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;

/**
 * Runs a function as Flink does, without Kryo and with processing time in the test's hands.
 *
 * @param <O> what the function puts out
 */
abstract class TestingHarness<O> implements AutoCloseable {
  /** Processing time at the start. */
  static final long START = 1_700_000_000_000L;

  private final AbstractStreamOperatorTestHarness<O> flink;

  private TestingHarness(AbstractStreamOperatorTestHarness<O> flink) {
    this.flink = flink;
  }

  /** A {@link VersionFunction}. */
  static final class Version extends TestingHarness<RunKnowledge> {
    private final KeyedTwoInputStreamOperatorTestHarness<
            String, RunTally, BatchManifest, RunKnowledge>
        flink;

    private Version(
        KeyedTwoInputStreamOperatorTestHarness<String, RunTally, BatchManifest, RunKnowledge>
            flink) {
      super(flink);
      this.flink = flink;
    }

    static Version restored(CapabilitySettings settings, @Nullable OperatorSubtaskState state)
        throws Exception {
      Version opened =
          new Version(
              new KeyedTwoInputStreamOperatorTestHarness<>(
                  new KeyedCoProcessOperator<>(new VersionFunction(settings)),
                  RunTally::runId,
                  BatchManifest::getRunId,
                  Types.STRING));
      opened.start(state);
      return opened;
    }

    void send(RunTally tally) throws Exception {
      flink.processElement1(tally, 0);
    }

    void send(BatchManifest manifest) throws Exception {
      flink.processElement2(manifest, 0);
    }
  }

  /** A {@link StampFunction}. */
  static final class Stamp extends TestingHarness<EpisodeObservation> {
    private final BroadcastOperatorTestHarness<EpisodeObservation, RunKnowledge, EpisodeObservation>
        flink;

    private Stamp(
        BroadcastOperatorTestHarness<EpisodeObservation, RunKnowledge, EpisodeObservation> flink) {
      super(flink);
      this.flink = flink;
    }

    static Stamp restored(CapabilitySettings settings, @Nullable OperatorSubtaskState state)
        throws Exception {
      Stamp opened =
          new Stamp(
              new BroadcastOperatorTestHarness<>(
                  new CoBroadcastWithNonKeyedOperator<>(
                      new StampFunction(settings), List.of(StampFunction.KNOWN)),
                  1,
                  1,
                  0));
      opened.start(state);
      return opened;
    }

    void send(EpisodeObservation episode) throws Exception {
      flink.processElement(episode, 0);
    }

    void send(RunKnowledge said) throws Exception {
      flink.processBroadcastElement(said, 0);
    }
  }

  /** A {@link ProfileFunction}. */
  static final class Profile extends TestingHarness<CapabilityProfile> {
    private final KeyedOneInputStreamOperatorTestHarness<
            String, ObservationBundle, CapabilityProfile>
        flink;

    private Profile(
        KeyedOneInputStreamOperatorTestHarness<String, ObservationBundle, CapabilityProfile>
            flink) {
      super(flink);
      this.flink = flink;
    }

    /** All kinds but one. */
    private static final Set<CapabilityKind> READ =
        EnumSet.complementOf(EnumSet.of(CapabilityKind.TOOL_ARGUMENT));

    static Profile open(CapabilitySettings settings) throws Exception {
      return restored(settings, null);
    }

    static Profile restored(CapabilitySettings settings, @Nullable OperatorSubtaskState state)
        throws Exception {
      Profile opened =
          new Profile(
              new KeyedOneInputStreamOperatorTestHarness<>(
                  new KeyedProcessOperator<>(new ProfileFunction(settings, READ)),
                  ObservationBundle::key,
                  Types.STRING));
      opened.start(state);
      return opened;
    }

    Profile send(CapabilityObservation... observations) throws Exception {
      return send(List.of(observations));
    }

    Profile send(List<CapabilityObservation> observations) throws Exception {
      for (CapabilityObservation observation : observations) {
        send(ObservationBundle.of(observation));
      }
      return this;
    }

    Profile send(ObservationBundle bundle) throws Exception {
      flink.processElement(bundle, 0);
      return this;
    }

    Profile after(Duration time) throws Exception {
      pass(time);
      return this;
    }

    void endInput() throws Exception {
      flink.processWatermark(Long.MAX_VALUE);
    }
  }

  /**
   * A {@link BundlingOperator}.
   *
   * @param <O> what it sends on
   */
  static final class Bundling<O> extends TestingHarness<O> {
    private final OneInputStreamOperatorTestHarness<EpisodeObservation, O> flink;

    private Bundling(OneInputStreamOperatorTestHarness<EpisodeObservation, O> flink) {
      super(flink);
      this.flink = flink;
    }

    static <O> Bundling<O> open(BundlingOperatorFactory<O> factory) throws Exception {
      Bundling<O> opened = new Bundling<>(new OneInputStreamOperatorTestHarness<>(factory));
      opened.start(null);
      return opened;
    }

    Bundling<O> send(EpisodeObservation episode) throws Exception {
      flink.processElement(episode, 0);
      return this;
    }

    void prepareCheckpoint() throws Exception {
      flink.prepareSnapshotPreBarrier(1);
    }

    void endInput() throws Exception {
      flink.processWatermark(Long.MAX_VALUE);
    }
  }

  final void start(@Nullable OperatorSubtaskState state) throws Exception {
    ((SerializerConfigImpl) flink.getExecutionConfig().getSerializerConfig())
        .setGenericTypes(false);
    flink.setStateTtlProcessingTime(START);
    flink.setProcessingTime(START);
    if (state != null) {
      flink.initializeState(state);
    }
    flink.open();
  }

  /** Lets time pass: state grows old, then timers fire. */
  final void pass(Duration time) throws Exception {
    passWithoutTimers(time);
    fireTimers(time);
  }

  /** Lets state grow old while no timer fires, as in an outage. */
  final void passWithoutTimers(Duration time) {
    flink.setStateTtlProcessingTime(flink.getProcessingTime() + time.toMillis());
  }

  /** Lets timers fire that are due after that time. */
  final void fireTimers(Duration time) throws Exception {
    flink.setProcessingTime(flink.getProcessingTime() + time.toMillis());
  }

  final OperatorSubtaskState snapshot() throws Exception {
    return flink.snapshot(1, flink.getProcessingTime());
  }

  final List<O> out() {
    return flink.extractOutputValues();
  }

  final O last() {
    return out().get(out().size() - 1);
  }

  final <T> List<T> side(OutputTag<T> tag) {
    var records = flink.getSideOutput(tag);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
  }

  /** How many keys hold something under that name. */
  final long held(String state) {
    try (Stream<?> keys =
        flink.getOperator().getKeyedStateBackend().getKeys(state, VoidNamespace.INSTANCE)) {
      return keys.distinct().count();
    }
  }

  final int timers() {
    return flink.numProcessingTimeTimers() + flink.numEventTimeTimers();
  }

  @Override
  public final void close() {
    try {
      flink.close();
    } catch (Exception e) {
      throw new IllegalStateException("the harness cannot be closed", e);
    }
  }
}
