package org.sealflow.review.live;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environment;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskMaterial;

/**
 * Logs of any agent. Nothing is executed, no task is played, and no tool is known beyond the record
 * that names it.
 */
public final class LogEnvironment implements Environment {
  /** The name by which tasks refer to it. */
  public static final String NAME = "log";

  /** The category of all its tasks. */
  public static final String CATEGORY = "log";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ReadyTask ready(TaskMaterial material) {
    return new LogTask(
        material.task().getTaskId(), RecordText.readTools(material.task().getInitialConfig()));
  }

  @Override
  public @Nullable Set<String> parameters(String tool) {
    return null;
  }
}
