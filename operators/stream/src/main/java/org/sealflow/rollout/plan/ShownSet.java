package org.sealflow.rollout.plan;

import java.util.List;
import org.sealflow.schemas.EnvironmentPatch;

/**
 * A patch set that groups were shown.
 *
 * @param newestBatch the newest batch that it was planned for, from 0
 * @param patches its patches
 */
public record ShownSet(long newestBatch, List<EnvironmentPatch> patches) {
  /** Copies the patches. */
  public ShownSet {
    patches = List.copyOf(patches);
  }
}
