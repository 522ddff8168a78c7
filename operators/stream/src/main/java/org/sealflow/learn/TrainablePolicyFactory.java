package org.sealflow.learn;

import java.io.Serializable;

/** Makes the policy that is trained, where and by the thread by which it is trained. */
@FunctionalInterface
public interface TrainablePolicyFactory extends Serializable {
  /** Makes the policy as it is before any training. */
  TrainablePolicy open(LearnSettings settings);
}
