package org.sealflow.jobs;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.verify.LedgerPart;
import org.sealflow.verify.ReferenceLine;

/** One thing a replay has to say; exactly one field is given. */
public record ReplayPiece(
    @Nullable Diagnosis diagnosis,
    @Nullable Failure failure,
    @Nullable ReferenceLine referenceRow,
    @Nullable LedgerPart ledger) {
  static ReplayPiece of(Diagnosis diagnosis) {
    return new ReplayPiece(diagnosis, null, null, null);
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
