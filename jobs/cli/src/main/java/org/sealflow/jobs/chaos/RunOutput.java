package org.sealflow.jobs.chaos;

import java.util.List;
import java.util.Map;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingStep;

/**
 * What the co-evolution job makes of the trajectories of a run.
 *
 * @param profiles the newest profile by key
 * @param updates the policy's versions, in their order
 * @param steps training steps, in their order
 */
record RunOutput(
    Map<String, CapabilityProfile> profiles, List<PolicyUpdate> updates, List<TrainingStep> steps) {

  /** The newest version; -1 if there is none. */
  long version() {
    return updates.stream().mapToLong(PolicyUpdate::getVersion).max().orElse(-1);
  }

  /** How many episodes the profiles have counted. */
  long counted(String runId) {
    CapabilityProfile all = profiles.get(runId + "/CATEGORY/*/*");
    return all == null ? 0 : all.getTotal().getCount();
  }
}
