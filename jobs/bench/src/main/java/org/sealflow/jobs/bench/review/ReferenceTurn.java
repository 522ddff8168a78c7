package org.sealflow.jobs.bench.review;

import java.util.EnumSet;
import java.util.Set;
import org.sealflow.diagnose.TurnDiagnoser;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;

/**
 * What diagnosis with a reference says of a turn: what follows a message of the user.
 *
 * @param fails whether the turn fails
 * @param evidence the kinds of its evidence
 */
record ReferenceTurn(boolean fails, Set<EvidenceKind> evidence) {
  static ReferenceTurn of(VerifiedTurn turn) {
    Set<EvidenceKind> kinds = EnumSet.noneOf(EvidenceKind.class);
    TurnDiagnoser.Judgement judgement = TurnDiagnoser.judge(turn);
    judgement.evidence().stream().map(Evidence::getKind).forEach(kinds::add);
    return new ReferenceTurn(judgement.failure() != null, kinds);
  }
}
