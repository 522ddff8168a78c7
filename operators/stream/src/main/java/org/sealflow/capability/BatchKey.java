package org.sealflow.capability;

import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;

/**
 * A batch of a run.
 *
 * @param runId the run
 * @param batchNumber its number, from 0; {@link #UNPLANNED} for episodes that no manifest planned
 */
public record BatchKey(String runId, long batchNumber) {
  /** Stands for no batch. */
  static final long UNPLANNED = -1;

  /** The batch a manifest plans. */
  public static BatchKey of(BatchManifest manifest) {
    return new BatchKey(manifest.getRunId(), manifest.getBatchNumber());
  }

  /** The batch an episode belongs to. */
  public static BatchKey of(DiagnosedEpisode episode) {
    Long batchNumber = episode.payload().getBatchNumber();
    return new BatchKey(episode.runId(), batchNumber == null ? UNPLANNED : batchNumber);
  }

  boolean isPlanned() {
    return batchNumber != UNPLANNED;
  }
}
