package org.sealflow.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;

/**
 * The outcome of one input record, in input order; or a part of the ledger.
 *
 * @param ordinal position of the record in the input; -1 for a part of the ledger
 * @param diagnoses its turns in order and then the episode; empty for a failure
 * @param referenceRow its row in the shape of the recorded reference, where asked for
 * @param failure why there is no diagnosis, or null
 * @param ledger a part of the ledger, or null
 */
public record ReplayOutcome(
    long ordinal,
    List<Diagnosis> diagnoses,
    @Nullable String referenceRow,
    @Nullable Failure failure,
    @Nullable LedgerPart ledger) {
  static ReplayOutcome of(LedgerPart part) {
    return new ReplayOutcome(-1, List.of(), null, null, part);
  }
}
