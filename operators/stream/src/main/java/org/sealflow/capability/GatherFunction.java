package org.sealflow.capability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;

/**
 * Gathers the diagnoses of its keys, the episode ids, until the episode has ended: only its end
 * tells which batch it belongs to. Takes diagnoses of training episodes in the order they were
 * made.
 */
public final class GatherFunction
    extends KeyedProcessFunction<String, Diagnosis, DiagnosedEpisode> {
  private static final long serialVersionUID = 1L;

  private final Duration timeToLive;
  private transient ValueState<Integer> attempts;
  private transient ListState<Diagnosis> turns;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public GatherFunction(PermutationSettings settings) {
    this.timeToLive = settings.timeToLive();
  }

  @Override
  public void open(OpenContext openContext) {
    attempts = getRuntimeContext().getState(attempt());
    turns = getRuntimeContext().getListState(turns());
  }

  /**
   * Key: episode. The newest attempt of which there is a turn. Cleared at the attempt's end;
   * expires where verification gave the attempt up, after which no end comes.
   */
  private ValueStateDescriptor<Integer> attempt() {
    return expiring(new ValueStateDescriptor<>("attempt", Types.INT));
  }

  /**
   * Key: episode. The turns of that attempt in order, as many as its task has at most. As above.
   */
  private ListStateDescriptor<Diagnosis> turns() {
    return expiring(new ListStateDescriptor<>("turns", new AvroTypeInfo<>(Diagnosis.class)));
  }

  private <D extends StateDescriptor<?, ?>> D expiring(D descriptor) {
    descriptor.enableTimeToLive(StateTtlConfig.newBuilder(timeToLive).build());
    return descriptor;
  }

  @Override
  public void processElement(Diagnosis diagnosis, Context context, Collector<DiagnosedEpisode> out)
      throws Exception {
    Integer attempt = attempts.value();
    if (attempt != null && diagnosis.getAttempt() < attempt) {
      return;
    }
    if (attempt == null || diagnosis.getAttempt() > attempt) {
      turns.clear();
    }
    if (diagnosis.getKind() == DiagnosisKind.TURN) {
      attempts.update(diagnosis.getAttempt());
      turns.add(diagnosis);
    } else {
      end(diagnosis, out);
    }
  }

  private void end(Diagnosis diagnosis, Collector<DiagnosedEpisode> out) throws Exception {
    List<Diagnosis> gathered = new ArrayList<>();
    turns.get().forEach(gathered::add);
    out.collect(new DiagnosedEpisode(gathered, diagnosis));
    attempts.clear();
    turns.clear();
  }
}
