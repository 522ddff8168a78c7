package org.sealflow.diagnose;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.EndedTurn;
import org.sealflow.verify.Verified;

/**
 * Diagnoses what was verified, and hands on every episode that has ended. Stateless: the facts of a
 * turn, or of the whole at its end, are all it needs.
 */
public final class DiagnoseFunction extends ProcessFunction<Verified, Diagnosis> {
  private static final long serialVersionUID = 1L;

  /** Every episode that has ended, once. */
  public static final OutputTag<DiagnosedEpisode> EPISODES =
      new OutputTag<>("episodes", TypeInformation.of(DiagnosedEpisode.class));

  /** As many episodes as verification keeps worlds of by default. */
  private static final int REMEMBERED_EPISODES = 1000;

  private transient RejectedInputs rejected;
  private transient TurnMemory memory;
  private transient LagMetrics lag;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public DiagnoseFunction() {}

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.DIAGNOSE);
    memory = new TurnMemory(REMEMBERED_EPISODES);
    lag = new LagMetrics(getRuntimeContext().getMetricGroup());
  }

  @Override
  public void processElement(Verified verified, Context context, Collector<Diagnosis> out) {
    Diagnosis diagnosis;
    DiagnosedEpisode ended = null;
    try {
      diagnosis = Diagnoser.diagnose(verified);
      if (verified.episode() != null) {
        ended = ended(verified, diagnosis);
      }
    } catch (RuntimeException | StackOverflowError undiagnosable) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(
              verified.runId(),
              verified.episodeId(),
              verified.header().getSource(),
              verified,
              now,
              undiagnosable));
      return;
    }
    lag.diagnosed(context.timestamp(), context.timerService().currentProcessingTime());
    out.collect(diagnosis);
    if (ended == null) {
      memory.keep(verified, diagnosis);
    } else {
      context.output(EPISODES, ended);
    }
  }

  private DiagnosedEpisode ended(Verified verified, Diagnosis end) {
    EndedEpisode episode = requireNonNull(verified.episode());
    List<Diagnosis> turns = memory.take(verified, episode.turns().size());
    return new DiagnosedEpisode(
        turns == null ? turns(verified, episode) : turns, end, episode.steps());
  }

  private static List<Diagnosis> turns(Verified verified, EndedEpisode episode) {
    List<Diagnosis> turns = new ArrayList<>();
    for (EndedTurn turn : episode.turns()) {
      Diagnosis again = again(verified.with(turn));
      if (again != null) {
        turns.add(again);
      }
    }
    return turns;
  }

  /** Null for a turn that cannot be diagnosed, which was said when it ended. */
  private static @Nullable Diagnosis again(Verified turn) {
    try {
      return Diagnoser.diagnose(turn);
    } catch (RuntimeException | StackOverflowError undiagnosable) {
      return null;
    }
  }
}
