package org.sealflow.diagnose.repair;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.schemas.EditKind;

/**
 * The calls of policy and ground truth in a turn, arguments bound.
 *
 * @param calls the policy's calls over all steps; empty for a turn that was not reached
 */
record PlayedTurn(List<VerifiedCall> calls, List<VerifiedCall> truth) {
  /** Whether the turn needs an insertion to pass: without a call it fails from any state. */
  boolean isEmptyThoughCallsAreWanted() {
    return calls.isEmpty() && !truth.isEmpty();
  }

  /**
   * The texts of the calls after edits.
   *
   * @param edits in their order; those of other turns are left out
   */
  List<String> edited(int turn, List<Edit> edits) {
    List<String> texts = new ArrayList<>(calls.size() + edits.size());
    int next = 0;
    for (Edit edit : edits) {
      if (edit.turn() != turn) {
        continue;
      }
      while (next < edit.place()) {
        texts.add(calls.get(next++).text());
      }
      if (edit.truth() != Edit.NONE) {
        texts.add(truth.get(edit.truth()).text());
      }
      if (edit.kind() != EditKind.INSERT) {
        next++;
      }
    }
    while (next < calls.size()) {
      texts.add(calls.get(next++).text());
    }
    return texts;
  }
}
