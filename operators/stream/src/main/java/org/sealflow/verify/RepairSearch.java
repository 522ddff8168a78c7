package org.sealflow.verify;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Repair;

/**
 * Searches for the smallest change to the calls of a failed episode that would have made it pass.
 * Diagnosis implements it; verification asks it while it holds the task and the calls.
 */
@FunctionalInterface
public interface RepairSearch extends Serializable {
  /**
   * Searches.
   *
   * @param played an episode that fails the official check
   * @param ordinal position of the episode in the input; null for a live one
   * @return null if the search leaves the episode out
   */
  @Nullable Repair search(PlayedCalls played, @Nullable Long ordinal);
}
