package org.sealflow.capability;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Failure;
import org.sealflow.verify.RejectedInputs;

/**
 * Gathers the turns of its keys, the episode ids, until the episode has ended. Takes diagnoses of
 * training episodes in the order they were made.
 */
public final class ObserveFunction
    extends KeyedProcessFunction<String, Diagnosis, EpisodeObservation> {
  private static final long serialVersionUID = 1L;

  /** What could not be used. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  private final CapabilitySettings settings;
  private transient RejectedInputs rejected;
  private transient ValueState<Integer> attempts;
  private transient ListState<TurnObservation> turns;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public ObserveFunction(CapabilitySettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.PROFILE);
    StateTtlConfig expiry = StateTtlConfig.newBuilder(settings.timeToLive()).build();
    attempts = getRuntimeContext().getState(attempt(expiry));
    turns = getRuntimeContext().getListState(turns(expiry));
  }

  /**
   * Key: episode. The newest attempt of which there is a turn. Cleared at the attempt's end;
   * expires where verification gave the attempt up, after which no end comes.
   */
  private static ValueStateDescriptor<Integer> attempt(StateTtlConfig expiry) {
    ValueStateDescriptor<Integer> descriptor = new ValueStateDescriptor<>("attempt", Types.INT);
    descriptor.enableTimeToLive(expiry);
    return descriptor;
  }

  /**
   * Key: episode. The turns of that attempt in order, as many as its task has at most. As above.
   */
  private static ListStateDescriptor<TurnObservation> turns(StateTtlConfig expiry) {
    ListStateDescriptor<TurnObservation> descriptor =
        new ListStateDescriptor<>("turns", TypeInformation.of(TurnObservation.class));
    descriptor.enableTimeToLive(expiry);
    return descriptor;
  }

  @Override
  public void processElement(
      Diagnosis diagnosis, Context context, Collector<EpisodeObservation> out) throws Exception {
    Integer attempt = attempts.value();
    if (attempt != null && diagnosis.getAttempt() < attempt) {
      return;
    }
    if (attempt == null || diagnosis.getAttempt() > attempt) {
      turns.clear();
    }
    EpisodeObservation observed;
    try {
      observed = observe(diagnosis);
    } catch (RuntimeException unusable) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          FAILURES,
          rejected.failure(
              diagnosis.getRunId(), diagnosis.getEpisodeId(), null, diagnosis, now, unusable));
      return;
    }
    if (observed != null) {
      out.collect(observed);
      attempts.clear();
      turns.clear();
    }
  }

  /** The observation of an episode that has ended; null where a turn has. */
  private @Nullable EpisodeObservation observe(Diagnosis diagnosis) throws Exception {
    if (diagnosis.getKind() == DiagnosisKind.TURN) {
      attempts.update(diagnosis.getAttempt());
      turns.add(TurnObservations.of(requireNonNull(diagnosis.getTurnDiagnosis())));
      return null;
    }
    List<TurnObservation> gathered = new ArrayList<>();
    turns.get().forEach(gathered::add);
    return EpisodeObservations.of(
        diagnosis,
        requireNonNull(diagnosis.getEpisodeDiagnosis()),
        gathered,
        settings.rewardRule());
  }
}
