package org.sealflow.jobs.chaos;

import java.util.List;

/**
 * A round as planned.
 *
 * @param number counts rounds from 1
 * @param served whether a server answers for the policy, instead of the rollout job itself
 * @param faults in their order
 */
public record PlannedRound(int number, boolean served, List<PlannedFault> faults) {
  /** Copies the list. */
  public PlannedRound {
    faults = List.copyOf(faults);
  }
}
