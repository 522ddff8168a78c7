package org.sealflow.capability;

import java.util.ArrayList;
import java.util.List;

/**
 * Episodes with a set of patches beside episodes without any, of the time in which it was the last
 * set shown.
 *
 * @param digest digest of the set
 * @param patched observations of the arm PATCHED that were shown it
 * @param patchedSuccesses those of successful episodes
 * @param holdout observations of the arm HOLDOUT while it was the last set shown
 * @param holdoutSuccesses those of successful episodes
 */
public record PatchSetCounts(
    String digest, long patched, long patchedSuccesses, long holdout, long holdoutSuccesses) {
  /** How many sets are remembered. */
  static final int MOST = 8;

  /**
   * The counts with one more observation. One of the holdout arm before any set was shown, and one
   * of the other arm that was shown none, belong to no set.
   *
   * @param sets by the time they were last shown, oldest first
   */
  static List<PatchSetCounts> with(List<PatchSetCounts> sets, EpisodeOutcome outcome) {
    if (outcome.patched()) {
      return outcome.patchSetDigest().isEmpty() ? sets : shown(sets, outcome);
    }
    return sets.isEmpty() ? sets : heldOut(sets, outcome.success());
  }

  private static List<PatchSetCounts> shown(List<PatchSetCounts> sets, EpisodeOutcome outcome) {
    String digest = outcome.patchSetDigest();
    PatchSetCounts counts = new PatchSetCounts(digest, 0, 0, 0, 0);
    List<PatchSetCounts> next = new ArrayList<>();
    for (PatchSetCounts set : sets) {
      if (set.digest.equals(digest)) {
        counts = set;
      } else {
        next.add(set);
      }
    }
    next.add(counts.plusPatched(outcome.success()));
    return next.size() > MOST ? new ArrayList<>(next.subList(1, next.size())) : next;
  }

  private static List<PatchSetCounts> heldOut(List<PatchSetCounts> sets, boolean success) {
    List<PatchSetCounts> next = new ArrayList<>(sets);
    int last = next.size() - 1;
    next.set(last, next.get(last).plusHoldout(success));
    return next;
  }

  private PatchSetCounts plusPatched(boolean success) {
    return new PatchSetCounts(
        digest, patched + 1, patchedSuccesses + (success ? 1 : 0), holdout, holdoutSuccesses);
  }

  private PatchSetCounts plusHoldout(boolean success) {
    return new PatchSetCounts(
        digest, patched, patchedSuccesses, holdout + 1, holdoutSuccesses + (success ? 1 : 0));
  }
}
