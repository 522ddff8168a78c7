package org.sealflow.jobs.train;

import java.util.List;
import org.sealflow.schemas.RateLowering;

/**
 * A lowering of the learning rate as it stands in the log of a run's batches.
 *
 * @param lowering which, how far and why
 * @param fromBatch number of the first batch that is trained at the lower rate
 */
record LoweredRate(RateLowering lowering, long fromBatch) {
  /** Number of the last of a run's lowerings; 0 before the first. */
  static int last(List<LoweredRate> lowerings) {
    return lowerings.isEmpty() ? 0 : lowerings.get(lowerings.size() - 1).lowering().getNumber();
  }
}
