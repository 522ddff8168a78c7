package org.sealflow.tau.results;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.task.TauTask;

/**
 * The part that all simulations of a file share.
 *
 * @param domain the name of the domain's data
 * @param solo whether the agent played alone, with the user's tools in its own hands
 * @param tasks the tasks as run, by id
 * @param unusableTasks why a task cannot be used, by id
 */
public record ResultHeader(
    String domain, boolean solo, Map<String, TauTask> tasks, Map<String, String> unusableTasks) {
  public ResultHeader {
    tasks = Map.copyOf(tasks);
    unusableTasks = Map.copyOf(unusableTasks);
  }

  public @Nullable TauTask task(String id) {
    return tasks.get(id);
  }
}
