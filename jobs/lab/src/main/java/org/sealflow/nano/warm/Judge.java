package org.sealflow.nano.warm;

import org.sealflow.model.PolicyModel;

/** Says how good a policy is by letting it act. */
interface Judge {
  /** Plays every task once, greedily. */
  StrictSuccesses judge(PolicyModel model);
}
