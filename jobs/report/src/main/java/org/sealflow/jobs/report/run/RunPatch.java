package org.sealflow.jobs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;

/**
 * A patch over a run.
 *
 * @param key what names it
 * @param spans when it was shown, in order, at least one
 * @param newest its newest record
 * @param measured what it brought, by the newest record that counts episodes
 */
public record RunPatch(
    String key, List<Span> spans, EnvironmentPatch newest, PatchUplift measured) {
  /**
   * Versions of the policy that saw it.
   *
   * @param from the newest version when it became active
   * @param to the newest version when it retired; null if it is still shown
   */
  record Span(long from, @Nullable Long to) {}

  /** The patches of a run in the order they became active. */
  static List<RunPatch> of(RunHistory history) {
    Map<String, List<EnvironmentPatch>> changes = new LinkedHashMap<>();
    for (EnvironmentPatch change : history.patchChanges()) {
      changes.computeIfAbsent(PatchRecords.key(change), key -> new ArrayList<>()).add(change);
    }
    List<RunPatch> patches = new ArrayList<>();
    changes.forEach(
        (key, of) ->
            patches.add(
                new RunPatch(key, spans(of, history), of.get(of.size() - 1), measured(of))));
    return patches;
  }

  private static List<Span> spans(List<EnvironmentPatch> changes, RunHistory history) {
    List<Span> spans = new ArrayList<>();
    Long from = null;
    for (EnvironmentPatch change : changes) {
      boolean retires = change.getState() == PatchState.RETIRED;
      if (from == null && (!retires || spans.isEmpty())) {
        from = history.versionAt(change.getActivatedAt());
      }
      if (from != null && retires) {
        spans.add(new Span(from, history.versionAt(change.getUpdatedAt())));
        from = null;
      }
    }
    if (from != null) {
      spans.add(new Span(from, null));
    }
    return spans;
  }

  /** A patch that becomes active again is counted anew. */
  private static PatchUplift measured(List<EnvironmentPatch> changes) {
    PatchUplift newest = changes.get(changes.size() - 1).getUplift();
    for (EnvironmentPatch change : changes) {
      PatchUplift uplift = change.getUplift();
      newest = uplift.getPatchedCount() + uplift.getHoldoutCount() > 0 ? uplift : newest;
    }
    return newest;
  }
}
