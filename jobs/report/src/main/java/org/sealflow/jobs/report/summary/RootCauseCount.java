package org.sealflow.jobs.report.summary;

import java.util.List;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

/** Counts the tags and places of root causes. */
final class RootCauseCount {
  private final PositionCount turns = new PositionCount();
  private final EnumCount<TurnFailure> failures = new EnumCount<>(TurnFailure.class);
  private final EnumCount<RootCauseReason> reasons = new EnumCount<>(RootCauseReason.class);
  private long withoutFailure;

  void add(List<TurnDiagnosis> diagnosed, EpisodeDiagnosis episode) {
    RootCauseReason reason = episode.getRootCauseReason();
    if (reason != null) {
      reasons.increment(reason);
    }
    Integer turn = episode.getRootCauseTurn();
    if (turn != null) {
      turns.increment(turn);
      addTurn(diagnosed, turn);
    }
  }

  private void addTurn(List<TurnDiagnosis> diagnosed, int turn) {
    for (TurnDiagnosis each : diagnosed) {
      TurnFailure failure = each.getFailure();
      if (each.getTurn() == turn && failure != null) {
        failures.increment(failure);
        return;
      }
    }
    withoutFailure++;
  }

  /** One more than the last turn index that is a root cause. */
  int positions() {
    return turns.length();
  }

  /** Episodes whose root cause is the turn at this index. */
  long at(int position) {
    return turns.of(position);
  }

  /** Episodes whose root-cause turn fails so. */
  long failing(TurnFailure failure) {
    return failures.of(failure);
  }

  /** Episodes whose root-cause turn deviates without failing. */
  long withoutFailure() {
    return withoutFailure;
  }

  long reason(RootCauseReason reason) {
    return reasons.of(reason);
  }
}
