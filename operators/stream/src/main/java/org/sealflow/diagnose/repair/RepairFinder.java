package org.sealflow.diagnose.repair;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Repair;
import org.sealflow.verify.PlayedCalls;
import org.sealflow.verify.RepairSearch;

/**
 * Finds repairs. Deterministic: the same episode has the same repair. Thread-safe.
 *
 * @param settings how far to search
 */
public record RepairFinder(RepairSettings settings) implements RepairSearch {
  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Repair search(PlayedCalls played, @Nullable Long ordinal) {
    return ordinal == null || settings.covers(ordinal) ? search(played) : null;
  }

  /** Searches for the repair of an episode that fails the official check. */
  public Repair search(PlayedCalls played) {
    return new EditSearch(played, settings).run();
  }
}
