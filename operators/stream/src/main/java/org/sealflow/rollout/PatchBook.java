package org.sealflow.rollout;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;

/**
 * The patches that are active now, and who is shown them: TRAIN episodes of the arm PATCHED, nobody
 * else.
 */
final class PatchBook {
  private final Map<String, EnvironmentPatch> active = new TreeMap<>();
  private final Map<String, ShownPatches> byCategory = new HashMap<>();

  /** Takes the newest record of a patch; orders about patches are not for the runner. */
  void take(PatchRecord record) {
    EnvironmentPatch patch = record.getPatch();
    if (patch == null) {
      return;
    }
    if (patch.getState() == PatchState.ACTIVE) {
      active.put(record.getPatchKey(), patch);
    } else {
      active.remove(record.getPatchKey());
    }
    byCategory.clear();
  }

  /**
   * What an episode that starts now is shown.
   *
   * @param category category of its task
   */
  ShownPatches shownTo(EpisodeRequest request, String category) {
    return request.mode() == Mode.TRAIN && request.arm() == Arm.PATCHED
        ? byCategory.computeIfAbsent(category, this::of)
        : ShownPatches.NONE;
  }

  private ShownPatches of(String category) {
    return ShownPatches.of(category, active.values());
  }
}
