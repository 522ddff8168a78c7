package org.sealflow.rollout.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.EnvironmentPatch;

/** The patch sets that the groups of a batch may be shown. */
final class PatchSets {
  /** Nothing but the plain interface. */
  static final PatchSets NONE = new PatchSets(List.of(), Map.of());

  private final List<EnvironmentPatch> active;
  private final Map<String, ShownSet> shown;
  private final Map<String, PatchSet> byCategory = new HashMap<>();

  /**
   * The sets of a moment.
   *
   * @param active the patches of the run that are active
   * @param shown by digest, the sets that earlier batches were shown
   */
  PatchSets(List<EnvironmentPatch> active, Map<String, ShownSet> shown) {
    this.active = List.copyOf(active);
    this.shown = Map.copyOf(shown);
  }

  /** The same where nothing is active. */
  PatchSets withoutActive() {
    return new PatchSets(List.of(), shown);
  }

  /** The set that is active in tasks of a category; empty if nothing is. */
  PatchSet ofCategory(String category) {
    return byCategory.computeIfAbsent(category, any -> PatchSet.of(any, active));
  }

  /**
   * A set that an earlier batch was shown; null if it is not known any more.
   *
   * @param digest its digest; null for the empty set
   */
  @Nullable PatchSet ofDigest(@Nullable String digest) {
    if (digest == null) {
      return PatchSet.EMPTY;
    }
    ShownSet set = shown.get(digest);
    return set == null ? null : PatchSet.of(set.patches());
  }
}
