package org.sealflow.rollout.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.sealflow.tasks.TaskCatalog;

/** The tasks made for a run while it goes on. Keyed by run. */
final class AddedTasks {
  /** Key: run. Task → the task. As long as the run's progress, or until the task is removed. */
  private static final MapStateDescriptor<String, PlannedTask> TASKS =
      new MapStateDescriptor<>("added-tasks", Types.STRING, TypeInformation.of(PlannedTask.class));

  private final MapState<String, PlannedTask> added;

  /** Opens the state of the key in force. */
  AddedTasks(RuntimeContext context) {
    added = context.getMapState(TASKS);
  }

  /** Adds a task, in place of one of the same name. */
  void add(PlannedTask task) throws Exception {
    added.put(task.taskId(), task);
  }

  /**
   * Removes a task.
   *
   * @param taskKey its record's key in the topic {@code tasks}; one of no added task changes
   *     nothing
   */
  void remove(String taskKey) throws Exception {
    String taskId = taskKey.substring(0, Math.max(taskKey.lastIndexOf('/'), 0));
    PlannedTask task = added.get(taskId);
    if (task != null && taskKey.equals(TaskCatalog.key(taskId, task.digest()))) {
      added.remove(taskId);
    }
  }

  /**
   * The plan's tasks and behind them those added, in an order that does not depend on when they
   * came.
   */
  List<PlannedTask> besides(List<PlannedTask> planned) throws Exception {
    if (added.isEmpty()) {
      return planned;
    }
    List<PlannedTask> made = new ArrayList<>();
    added.values().forEach(made::add);
    made.sort(Comparator.comparing(PlannedTask::taskId));
    List<PlannedTask> all = new ArrayList<>(planned);
    all.addAll(made);
    return all;
  }
}
