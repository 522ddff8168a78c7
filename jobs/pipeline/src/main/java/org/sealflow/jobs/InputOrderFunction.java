package org.sealflow.jobs;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.verify.ReferenceLine;

/**
 * Puts what a replay says back into the order of its input. Runs as one instance in a bounded job
 * without checkpoints, so what it holds is in memory: the records that are ahead of the next.
 */
final class InputOrderFunction extends KeyedProcessFunction<Integer, ReplayPiece, ReplayOutcome> {
  private static final long serialVersionUID = 1L;

  private final boolean referenceRows;
  private transient TreeMap<Long, Pending> pending;
  private transient long next;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  InputOrderFunction(boolean referenceRows) {
    this.referenceRows = referenceRows;
  }

  /** The parts of a record that is not complete or not yet next. */
  private static final class Pending {
    private @Nullable DiagnosedEpisode episode;
    private @Nullable String referenceRow;
    private @Nullable Failure failure;

    boolean complete(boolean referenceRows) {
      return failure != null || (episode != null && (referenceRow != null || !referenceRows));
    }
  }

  @Override
  public void open(OpenContext openContext) {
    pending = new TreeMap<>();
  }

  @Override
  public void processElement(ReplayPiece piece, Context context, Collector<ReplayOutcome> out) {
    context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    LedgerPart ledger = piece.ledger();
    if (ledger != null) {
      out.collect(ReplayOutcome.of(ledger));
      return;
    }
    take(piece);
    while (!pending.isEmpty()
        && pending.firstKey() <= next
        && pending.firstEntry().getValue().complete(referenceRows)) {
      emitFirst(out);
    }
  }

  private void take(ReplayPiece piece) {
    ReferenceLine row = piece.referenceRow();
    Failure failure = piece.failure();
    if (row != null) {
      at(row.ordinal()).referenceRow = row.json();
    } else if (failure != null) {
      RecordedSource source = failure.getSourceFile();
      at(source == null ? next : source.getOrdinal()).failure = failure;
    } else {
      DiagnosedEpisode episode = requireNonNull(piece.episode());
      RecordedSource source = episode.payload().getSource();
      at(source == null ? next : source.getOrdinal()).episode = episode;
    }
  }

  /** Of a record that was let go already, nothing more is said. */
  private Pending at(long ordinal) {
    if (ordinal < next) {
      return new Pending();
    }
    return pending.computeIfAbsent(ordinal, key -> new Pending());
  }

  private void emitFirst(Collector<ReplayOutcome> out) {
    Map.Entry<Long, Pending> first = requireNonNull(pending.pollFirstEntry());
    Pending known = first.getValue();
    DiagnosedEpisode episode = known.episode;
    out.collect(
        new ReplayOutcome(
            first.getKey(),
            episode == null ? List.of() : episode.diagnoses(),
            known.referenceRow,
            known.failure,
            null));
    next = Math.max(next, first.getKey() + 1);
  }

  /** The end of the input: what waited for a record that never came is let go, in order. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<ReplayOutcome> out) {
    while (!pending.isEmpty()) {
      emitFirst(out);
    }
  }
}
