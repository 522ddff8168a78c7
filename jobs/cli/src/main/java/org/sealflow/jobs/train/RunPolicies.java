package org.sealflow.jobs.train;

import org.sealflow.rollout.PolicyFactory;
import org.sealflow.schemas.PolicyUpdate;

/** Makes the policies that a run plays with. */
interface RunPolicies {
  /** The policy of the rollouts, which follows the versions as they are published. */
  PolicyFactory live();

  /** The policy as it was before any training, which is version 0. */
  PolicyFactory start();

  /** The policy at a later version, for an evaluation. */
  PolicyFactory at(PolicyUpdate update);
}
