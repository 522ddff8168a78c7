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
 * The patches that are active now, and who is shown them: TRAIN episodes of the arm PATCHED of
 * their own run, nobody else.
 */
final class PatchBook {
  private final Map<String, OfRun> runs = new HashMap<>();

  /** The patches of one run, by key, and what has been made of them. */
  private record OfRun(Map<String, EnvironmentPatch> active, Map<String, ShownPatches> byCategory) {
    ShownPatches shownIn(String category) {
      return byCategory.computeIfAbsent(
          category, any -> ShownPatches.of(category, active.values()));
    }
  }

  /** Takes the newest record of a patch; orders about patches are not for the runner. */
  void take(PatchRecord record) {
    EnvironmentPatch patch = record.getPatch();
    if (patch == null) {
      return;
    }
    OfRun run =
        runs.computeIfAbsent(patch.getRunId(), any -> new OfRun(new TreeMap<>(), new HashMap<>()));
    if (patch.getState() == PatchState.ACTIVE) {
      run.active().put(record.getPatchKey(), patch);
    } else {
      run.active().remove(record.getPatchKey());
    }
    run.byCategory().clear();
    if (run.active().isEmpty()) {
      runs.remove(patch.getRunId());
    }
  }

  /**
   * The patches shown to an episode that starts now.
   *
   * @param category category of its task
   */
  ShownPatches shownTo(EpisodeRequest request, String category) {
    OfRun run = runs.get(request.runId());
    return run != null && request.mode() == Mode.TRAIN && request.arm() == Arm.PATCHED
        ? run.shownIn(category)
        : ShownPatches.NONE;
  }
}
