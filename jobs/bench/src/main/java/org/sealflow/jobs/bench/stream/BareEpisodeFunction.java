package org.sealflow.jobs.bench.stream;

import java.time.Duration;
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
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;
import org.sealflow.verify.VerifySettings;

/**
 * Keeps of each episode what the contracts of its input and output demand of any job, and makes
 * nothing of it: how far the episode has come, so that duplicates change nothing; its events, so
 * that a failover in the middle of a turn loses none; that it has ended, for late duplicates; and a
 * deadline for those that never end. What is put out was made before.
 */
final class BareEpisodeFunction extends KeyedProcessFunction<String, ReceivedEvent, Diagnosis> {
  private static final long serialVersionUID = 1L;

  private static final Duration DEADLINE = VerifySettings.DEFAULT.deadline();

  /** Key: episode. The next sequence number. Cleared when the episode ends or stalls. */
  private static final ValueStateDescriptor<Integer> NEXT =
      new ValueStateDescriptor<>("next", Types.INT);

  /** Key: episode. Its events in order. Cleared with the sequence number. */
  private static final ListStateDescriptor<ReceivedEvent> LOG =
      new ListStateDescriptor<>("log", TypeInformation.of(ReceivedEvent.class));

  private final BareJob.Plan plan;
  private transient List<List<Diagnosis>> diagnoses;
  private transient ValueState<Integer> nextSequences;
  private transient ListState<ReceivedEvent> logs;
  private transient ValueState<Integer> endedAttempts;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  BareEpisodeFunction(BareJob.Plan plan) {
    this.plan = plan;
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) throws Exception {
    nextSequences = getRuntimeContext().getState(NEXT);
    logs = getRuntimeContext().getListState(LOG);
    endedAttempts = getRuntimeContext().getState(ended());
    diagnoses = decoded(plan.diagnoses());
  }

  /** Key: ended episode. Its attempt. Expires. */
  private static ValueStateDescriptor<Integer> ended() {
    ValueStateDescriptor<Integer> descriptor = new ValueStateDescriptor<>("ended", Types.INT);
    descriptor.enableTimeToLive(
        StateTtlConfig.newBuilder(VerifySettings.DEFAULT.tombstoneTtl())
            .cleanupIncrementally(1, false)
            .build());
    return descriptor;
  }

  private static List<List<Diagnosis>> decoded(List<List<byte[]>> messages)
      throws UndecodableRecordException {
    Codec<Diagnosis> codec = Codec.of(Diagnosis.class);
    List<List<Diagnosis>> decoded = new ArrayList<>(messages.size());
    for (List<byte[]> ofEvent : messages) {
      List<Diagnosis> records = new ArrayList<>(ofEvent.size());
      for (byte[] message : ofEvent) {
        records.add(codec.decode(message));
      }
      decoded.add(records);
    }
    return decoded;
  }

  @Override
  public void processElement(ReceivedEvent received, Context context, Collector<Diagnosis> out)
      throws Exception {
    TrajectoryEvent event = received.event();
    Integer next = nextSequences.value();
    if (next == null) {
      if (endedAttempts.value() != null) {
        return;
      }
      next = 0;
      long now = context.timerService().currentProcessingTime();
      context.timerService().registerProcessingTimeTimer(now + DEADLINE.toMillis());
    }
    if (event.getSequence() < next) {
      return;
    }
    logs.add(received);
    for (Diagnosis diagnosis : diagnoses.get(plan.event(received.partition(), received.offset()))) {
      // The sink is chained and encodes at once, so one record serves all copies of an episode.
      diagnosis.setEpisodeId(event.getEpisodeId());
      out.collect(diagnosis);
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      endedAttempts.update(event.getAttempt());
      forget();
    } else {
      nextSequences.update(event.getSequence() + 1);
    }
  }

  private void forget() {
    nextSequences.clear();
    logs.clear();
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Diagnosis> out) {
    forget();
  }
}
