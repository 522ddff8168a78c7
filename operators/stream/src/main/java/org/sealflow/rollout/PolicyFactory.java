package org.sealflow.rollout;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.learn.policy.Policy;

/** Makes the policy of a parallel instance of the runner, where the instance runs. */
@FunctionalInterface
public interface PolicyFactory extends Serializable {
  /** Tasks by name, for policies that know the answers. */
  @FunctionalInterface
  interface Tasks {
    /**
     * The task of a name; null if none was played yet. Of several of one name, the one whose
     * episode is being opened. To be called while a session is opened, not later.
     */
    @Nullable ReadyTask named(String taskId);
  }

  /**
   * Makes a policy.
   *
   * @param tasks the tasks of the episodes it is opened for
   */
  Policy create(Tasks tasks);
}
