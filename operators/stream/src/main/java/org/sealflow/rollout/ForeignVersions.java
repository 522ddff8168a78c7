package org.sealflow.rollout;

import java.util.Optional;
import org.sealflow.learn.policy.Policy;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Notices that what is trained has another name than what is played: a policy that loads versions
 * is told none of them then, and goes on as it was before any training.
 */
final class ForeignVersions {
  private final Policy policy;
  private final String played;
  private boolean warned;

  /**
   * Has noticed nothing yet.
   *
   * @param played name of the policy whose versions are told
   */
  ForeignVersions(Policy policy, String played) {
    this.policy = policy;
    this.played = played;
  }

  /**
   * Takes note of a version of the run that is another policy's.
   *
   * @return a warning of one line, the first time; empty if the policy loads no versions anyway
   */
  Optional<String> warning(PolicyUpdate update) {
    if (warned || !policy.loadsVersions()) {
      return Optional.empty();
    }
    warned = true;
    return Optional.of(
        "run "
            + update.getRunId()
            + ": no version is loaded: those published are of the policy '"
            + update.getPolicyName()
            + "', and rollouts load those of '"
            + played
            + "'; start learner and rollouts with the same --policy-name");
  }
}
