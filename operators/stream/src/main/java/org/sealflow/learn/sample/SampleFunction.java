package org.sealflow.learn.sample;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.EvidenceFeedback;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.verify.ReceivedEvent;
import org.sealflow.verify.RejectedEvents;
import org.sealflow.verify.RejectedInputs;

/**
 * Joins the tokens of an episode, its key, with what was diagnosed of it: events on the first
 * input, diagnoses of training episodes on the second, in any order and with duplicates. The
 * diagnosis says which attempt counts; where the verdict is about the policy, its tokens are waited
 * for, and else the episode goes on without them at once. An episode is put out once. If feedback
 * is asked for, what the diagnoses of its turns let be told goes with it.
 */
public final class SampleFunction
    extends KeyedCoProcessFunction<String, ReceivedEvent, Diagnosis, TrainingEpisode> {
  private static final long serialVersionUID = 1L;

  /** Events that break the token sequence of their attempt. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  private final Duration timeToLive;
  private final boolean feedback;
  private transient MapState<Long, Segment> segments;
  private transient ValueState<Diagnosis> diagnoses;
  private transient @Nullable MapState<Long, Diagnosis> turns;
  private transient ValueState<Boolean> settled;
  private transient RejectedEvents rejected;
  private transient RejectedInputs rejectedDiagnoses;

  /**
   * Joins episodes that end within a time.
   *
   * @param timeToLive how long an episode is remembered after its last event, above 0
   * @param feedback whether episodes carry feedback on their failed turns
   * @throws IllegalArgumentException where that is no time
   */
  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public SampleFunction(Duration timeToLive, boolean feedback) {
    if (timeToLive.isZero() || timeToLive.isNegative()) {
      throw new IllegalArgumentException("timeToLive is " + timeToLive + ", expected above 0");
    }
    this.timeToLive = timeToLive;
    this.feedback = feedback;
  }

  @Override
  public void open(OpenContext openContext) {
    segments = getRuntimeContext().getMapState(segments());
    diagnoses = getRuntimeContext().getState(diagnosis());
    turns = feedback ? getRuntimeContext().getMapState(turns()) : null;
    settled = getRuntimeContext().getState(settled());
    rejected = new RejectedEvents(Boundary.LEARN);
    rejectedDiagnoses = new RejectedInputs(Boundary.LEARN);
  }

  /**
   * Key: episode. Attempt and sequence, see {@link #key}, → what is kept of the event. Cleared when
   * the episode is put out; that of attempts never diagnosed expires.
   */
  private MapStateDescriptor<Long, Segment> segments() {
    return expiring(
        new MapStateDescriptor<>("segments", Types.LONG, TypeInformation.of(Segment.class)));
  }

  /** Key: episode. Its diagnosis, while tokens are missing. Cleared when it is put out; expires. */
  private ValueStateDescriptor<Diagnosis> diagnosis() {
    return expiring(new ValueStateDescriptor<>("diagnosis", new AvroTypeInfo<>(Diagnosis.class)));
  }

  /**
   * Key: episode. Attempt and turn, see {@link #key}, → the diagnosis of the turn. Only there if
   * feedback is asked for. Cleared when the episode is put out; that of other attempts expires.
   */
  private MapStateDescriptor<Long, Diagnosis> turns() {
    return expiring(
        new MapStateDescriptor<>("turns", Types.LONG, new AvroTypeInfo<>(Diagnosis.class)));
  }

  /** Key: episode put out, or not for training. Makes all that comes late a duplicate. Expires. */
  private ValueStateDescriptor<Boolean> settled() {
    return expiring(new ValueStateDescriptor<>("settled", Types.BOOLEAN));
  }

  private <D extends StateDescriptor<?, ?>> D expiring(D descriptor) {
    descriptor.enableTimeToLive(StateTtlConfig.newBuilder(timeToLive).build());
    return descriptor;
  }

  @Override
  public void processElement1(
      ReceivedEvent received, Context context, Collector<TrainingEpisode> out) throws Exception {
    TrajectoryEvent event = received.event();
    if (settled.value() != null) {
      return;
    }
    EpisodeStarted header = event.getEpisodeStarted();
    if (header != null && !isForTraining(header)) {
      forget();
      return;
    }
    Segment segment;
    try {
      segment = Segment.of(received);
    } catch (RuntimeException unusable) {
      context.output(
          FAILURES,
          rejected.failure(
              received,
              now(context),
              "the event cannot be trained on: " + unusable.getMessage(),
              "mend what the reason names; the diagnosis stands"));
      return;
    }
    segments.put(key(event.getAttempt(), event.getSequence()), segment);
    emitIfComplete(context, out);
  }

  private static boolean isForTraining(EpisodeStarted header) {
    return header.getMode() == Mode.TRAIN && header.getBatchNumber() != null;
  }

  /** Attempt in the upper half, sequence in the lower: both are 0 or more. */
  private static long key(int attempt, int sequence) {
    return ((long) attempt << Integer.SIZE) | sequence;
  }

  @Override
  public void processElement2(Diagnosis diagnosis, Context context, Collector<TrainingEpisode> out)
      throws Exception {
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    if (turn != null && turns != null && settled.value() == null) {
      turns.put(key(diagnosis.getAttempt(), turn.getTurn()), diagnosis);
    }
    if (episode == null || settled.value() != null || diagnoses.value() != null) {
      return;
    }
    if (episode.getBatchNumber() == null) {
      forget();
      return;
    }
    diagnoses.update(diagnosis);
    emitIfComplete(context, out);
  }

  private void emitIfComplete(Context context, Collector<TrainingEpisode> out) throws Exception {
    Diagnosis diagnosis = diagnoses.value();
    if (diagnosis == null) {
      return;
    }
    EpisodeDiagnosis episode = requireNonNull(diagnosis.getEpisodeDiagnosis());
    SampleFindings findings;
    try {
      findings = SampleFindings.of(episode);
    } catch (RuntimeException unusable) {
      reject(diagnosis, context, unusable);
      return;
    }
    List<Segment> steps = steps(diagnosis.getAttempt());
    if (findings.isAboutPolicy() && steps == null) {
      return;
    }
    TrainingEpisode joined;
    try {
      SequenceAssembly assembly =
          new SequenceAssembly(
              findings.isAboutPolicy() && steps != null ? steps : List.of(), findings.firstTurn());
      assembly.breakingStep().ifPresent(step -> fail(step, context));
      joined =
          new TrainingEpisode(
              diagnosis.getRunId(),
              diagnosis.getEpisodeId(),
              diagnosis.getAttempt(),
              SamplePlace.of(episode, requireNonNull(episode.getBatchNumber())),
              findings,
              versions(steps, findings.firstTurn()),
              assembly.sequence().orElse(null),
              findings.isAboutPolicy() ? feedback(diagnosis.getAttempt()) : List.of());
    } catch (RuntimeException unusable) {
      reject(diagnosis, context, unusable);
      return;
    }
    out.collect(joined);
    forget();
  }

  /** The episode is lost to the learner, whose batch goes on without it at its deadline. */
  private void reject(Diagnosis diagnosis, Context context, RuntimeException unusable)
      throws Exception {
    context.output(
        FAILURES,
        rejectedDiagnoses.failure(
            diagnosis.getRunId(),
            diagnosis.getEpisodeId(),
            null,
            diagnosis,
            now(context),
            unusable));
    forget();
  }

  private static Instant now(Context context) {
    return Instant.ofEpochMilli(context.timerService().currentProcessingTime());
  }

  /** The steps of an attempt in order; null where its last event, or one before it, is missing. */
  private @Nullable List<Segment> steps(int attempt) throws Exception {
    Map<Long, Segment> own = new TreeMap<>();
    for (Map.Entry<Long, Segment> entry : segments.entries()) {
      if (entry.getKey() >>> Integer.SIZE == attempt) {
        own.put(entry.getKey(), entry.getValue());
      }
    }
    long last = key(attempt, Math.max(0, own.size() - 1));
    Segment end = own.get(last);
    if (end == null || end.kind() != SegmentKind.END) {
      return null;
    }
    return own.values().stream().filter(segment -> segment.kind() == SegmentKind.STEP).toList();
  }

  /** The feedback of an attempt; empty if none is asked for. */
  private List<TurnFeedback> feedback(int attempt) throws Exception {
    if (turns == null) {
      return List.of();
    }
    List<TurnDiagnosis> own = new ArrayList<>();
    for (Map.Entry<Long, Diagnosis> entry : turns.entries()) {
      if (entry.getKey() >>> Integer.SIZE == attempt) {
        own.add(requireNonNull(entry.getValue().getTurnDiagnosis()));
      }
    }
    List<TurnFeedback> told = new ArrayList<>();
    EvidenceFeedback.of(own).forEach((turn, text) -> told.add(new TurnFeedback(turn, text)));
    return told;
  }

  private static long[] versions(@Nullable List<Segment> steps, int firstTurn) {
    return steps == null
        ? new long[0]
        : steps.stream()
            .filter(step -> step.turn() >= firstTurn)
            .mapToLong(Segment::policyVersion)
            .filter(version -> version != Segment.NO_VERSION)
            .toArray();
  }

  private void forget() throws Exception {
    segments.clear();
    diagnoses.clear();
    if (turns != null) {
      turns.clear();
    }
    settled.update(true);
  }

  private void fail(Segment step, Context context) {
    ReceivedEvent received = requireNonNull(step.original());
    TrajectoryEvent event = received.event();
    context.output(
        FAILURES,
        rejected.failure(
            received,
            now(context),
            "step %d of attempt %d breaks the token sequence: it %s"
                .formatted(event.getSequence(), event.getAttempt(), step.problem()),
            "record the token ids of every step, or of none; the diagnosis stands"));
  }
}
