package org.sealflow.rollout;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.EnvironmentPatch;

/**
 * The patches an episode is shown.
 *
 * @param presentation how they show
 * @param digest SHA-256 of the set, 64 lower-case hex digits; null if none is shown
 * @param keys keys of the patches of the set, sorted
 */
public record ShownPatches(Presentation presentation, @Nullable String digest, List<String> keys) {
  /** Nothing but the plain interface. */
  static final ShownPatches NONE = new ShownPatches(Presentation.plain(), null, List.of());

  public ShownPatches {
    keys = List.copyOf(keys);
  }

  /** The patches of an episode's group. */
  public static ShownPatches of(List<EnvironmentPatch> patches) {
    PatchSet set = PatchSet.of(patches);
    return set.isEmpty() ? NONE : new ShownPatches(set, set.digest(), set.keys());
  }
}
