package org.sealflow.jobs.bench.attribution;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;

/**
 * A fault and where it was planted.
 *
 * @param place index of the planted call among the turn's calls; of a missing one, where it stood
 * @param found the planted call; null if one is missing. Of two that changed places, the first
 * @param wanted the call that stood there; null if one was added. Of two that changed places, the
 *     one that is second now
 */
record PlantedFault(
    PlantedFaultKind kind, int turn, int place, @Nullable String found, @Nullable String wanted) {
  /**
   * Whether an edit of a repair is about the planted call.
   *
   * @param calls tells which calls could have stood in the places of the episode before planting
   */
  boolean isMetBy(CallEdit edit, StandIns calls) {
    if (edit.getTurn() != turn) {
      return false;
    }
    boolean names = isNamed(edit.getCallText(), found);
    boolean makes = calls.standsIn(turn, place, edit.getWantedText());
    boolean here = edit.getStep() != null && edit.getStep() == place;
    return switch (kind) {
      case WRONG_VALUE, WRONG_TOOL -> (names && here) || makes;
      case MISSING_CALL -> makes;
      case SPURIOUS_CALL -> names && here && edit.getKind() == EditKind.DROP;
      // The two are alike: to drop either is the same.
      case REPEATED_CALL -> names && edit.getKind() == EditKind.DROP;
      case SWAPPED_ORDER ->
          names
              || makes
              || isNamed(edit.getCallText(), wanted)
              || calls.standsIn(turn, place + 1, edit.getWantedText());
    };
  }

  /** Whether an evidence of the planted turn is about the planted call. */
  boolean isMetBy(Evidence evidence) {
    boolean here = evidence.getStep() != null && evidence.getStep() == place;
    boolean missing =
        evidence.getKind() == EvidenceKind.MISSING_CALL && isNamed(evidence.getExpected(), wanted);
    return missing || (here && isNamed(evidence.getCallText(), found));
  }

  /** Whether a text shows a call: the whole of it, or the beginning of a long one. */
  private static boolean isNamed(@Nullable String text, @Nullable String call) {
    if (text == null || call == null) {
      return false;
    }
    return text.endsWith("…")
        ? call.startsWith(text.substring(0, text.length() - 1))
        : text.equals(call);
  }
}
