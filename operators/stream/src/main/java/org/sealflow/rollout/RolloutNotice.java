package org.sealflow.rollout;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.tasks.TaskChange;

/**
 * A notice to every instance of the runner; exactly one part is given.
 *
 * @param task a change of a task, or of what tasks refer to
 * @param policy a version of a policy
 */
public record RolloutNotice(@Nullable TaskChange task, @Nullable PolicyUpdate policy) {
  /** A change of a task, or of what tasks refer to. */
  public static RolloutNotice of(TaskChange task) {
    return new RolloutNotice(task, null);
  }

  /** A version of a policy. */
  public static RolloutNotice of(PolicyUpdate policy) {
    return new RolloutNotice(null, policy);
  }
}
