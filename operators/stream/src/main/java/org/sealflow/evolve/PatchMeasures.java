package org.sealflow.evolve;

import org.sealflow.evolve.patch.PatchScope;

/**
 * Counts what active patches bring: how often episodes succeed with them and without, and reliance.
 */
final class PatchMeasures {
  private final int windowVersions;
  private final EvolutionState state;
  private final KeyPatches patches;

  PatchMeasures(int windowVersions, EvolutionState state, KeyPatches patches) {
    this.windowVersions = windowVersions;
    this.state = state;
    this.patches = patches;
  }

  /** Counts an episode for the patches that it was shown, or could have been. */
  void take(EvidenceBundle.Sample episode) {
    patches
        .active()
        .forEach(
            (key, held) -> {
              boolean shown = episode.shown().contains(key);
              if ((shown || !episode.patched()) && concerns(held.scope(), episode)) {
                count(key, held, episode, shown);
              }
            });
  }

  /** Begins the keys of the tallies of a patch. */
  static String tallies(String patchKey) {
    return patchKey + " ";
  }

  private void count(String key, HeldPatch held, EvidenceBundle.Sample episode, boolean shown) {
    String tally = tallies(key) + episode.groupId();
    GroupTally group = state.tallies().getOrDefault(tally, GroupTally.startedAt(episode.version()));
    UpliftCounts before = held.uplift();
    patches.hold(
        held.with(
            shown
                ? before.plusPatched(episode.success(), group)
                : before.plusHoldout(episode.success(), group)));
    state.tallies().put(tally, group.plus(episode.success()));
  }

  /** Measures of a patch that has retired are of no use. */
  void take(MeasuredReliance measured) {
    HeldPatch held = state.patches().get(measured.patchKey());
    if (held != null && held.isActive()) {
      long oldest = measured.version() - windowVersions + 1;
      patches.hold(held.with(held.reliance().plus(measured.version(), measured.sums(), oldest)));
    }
  }

  /** Groups of which nothing comes any more; what were to come all the same counts as another. */
  void forgetTallies(long newestVersion) {
    long oldest = newestVersion - windowVersions;
    state
        .tallies()
        .sorted()
        .forEach(
            (key, tally) -> {
              if (tally.version() < oldest) {
                state.tallies().remove(key);
              }
            });
  }

  /** Whether an episode is one the patch can matter to: one that uses its tool. */
  private static boolean concerns(PatchScope scope, EvidenceBundle.Sample episode) {
    return scope.concernsAll() || episode.tools().contains(scope.blamedTool());
  }
}
