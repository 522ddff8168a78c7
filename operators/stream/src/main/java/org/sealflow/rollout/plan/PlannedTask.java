package org.sealflow.rollout.plan;

import java.io.Serializable;
import org.sealflow.schemas.Task;

/**
 * A task episodes are planned of.
 *
 * @param taskId its name, not empty
 * @param digest SHA-256 of its content, 64 lower-case hex digits
 * @param category what it counts under, not empty; decides which patches it is shown
 */
public record PlannedTask(String taskId, String digest, String category) implements Serializable {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one is empty
   */
  public PlannedTask {
    SettingProblems problems = new SettingProblems();
    problems.filled("taskId", taskId);
    problems.filled("digest of task " + taskId, digest);
    problems.filled("category of task " + taskId, category);
    problems.throwIfAny("planned task");
  }

  /** A task as its record has it. */
  public static PlannedTask of(Task task) {
    return new PlannedTask(task.getTaskId(), task.getDigest(), task.getCategory());
  }
}
