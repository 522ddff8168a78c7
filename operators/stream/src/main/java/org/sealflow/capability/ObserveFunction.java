package org.sealflow.capability;

import static java.util.Objects.requireNonNull;

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
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;

/**
 * Gathers the turns of its keys, the episode ids, until the episode has ended. Takes diagnoses of
 * training episodes in the order they were made.
 */
public final class ObserveFunction
    extends KeyedProcessFunction<String, Diagnosis, EpisodeObservation> {
  private static final long serialVersionUID = 1L;

  private final CapabilitySettings settings;
  private transient ValueState<Integer> attempts;
  private transient ListState<TurnObservation> turns;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public ObserveFunction(CapabilitySettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext openContext) {
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
    if (diagnosis.getKind() == DiagnosisKind.TURN) {
      attempts.update(diagnosis.getAttempt());
      turns.add(TurnObservations.of(requireNonNull(diagnosis.getTurnDiagnosis())));
    } else {
      end(diagnosis, out);
    }
  }

  private void end(Diagnosis diagnosis, Collector<EpisodeObservation> out) throws Exception {
    List<TurnObservation> gathered = new ArrayList<>();
    turns.get().forEach(gathered::add);
    out.collect(
        EpisodeObservations.of(
            diagnosis,
            requireNonNull(diagnosis.getEpisodeDiagnosis()),
            gathered,
            settings.rewardRule()));
    attempts.clear();
    turns.clear();
  }
}
