package org.sealflow.jobs;

import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Failure;
import org.sealflow.verify.ReferenceLine;

/** One thing a replay has to say; exactly one field is given. */
public record ReplayPiece(
    @Nullable DiagnosedEpisode episode,
    @Nullable Failure failure,
    @Nullable ReferenceLine referenceRow,
    @Nullable LedgerPart ledger) {
  static ReplayPiece of(DiagnosedEpisode episode) {
    return new ReplayPiece(episode, null, null, null);
  }

  static ReplayPiece of(Failure failure) {
    return new ReplayPiece(null, failure, null, null);
  }

  static ReplayPiece of(ReferenceLine row) {
    return new ReplayPiece(null, null, row, null);
  }

  static ReplayPiece of(LedgerPart part) {
    return new ReplayPiece(null, null, null, part);
  }
}
