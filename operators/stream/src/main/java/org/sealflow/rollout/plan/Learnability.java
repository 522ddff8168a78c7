package org.sealflow.rollout.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * Estimates how much there is to learn from a task: p (1 − p), where p is the share of its episodes
 * that the policy solves. A group of equal outcomes teaches nothing; most likely to differ are
 * those of a task that is solved every other time. Keyed by run.
 */
final class Learnability {
  /** Key: run. Task → what came of it in settled batches. As long as the run's progress. */
  private static final MapStateDescriptor<String, TaskCount> COUNTS =
      new MapStateDescriptor<>(
          "learnability-counts", Types.STRING, TypeInformation.of(TaskCount.class));

  private final MapState<String, TaskCount> counts;

  /** Opens the state of the key in force. */
  Learnability(RuntimeContext context) {
    counts = context.getMapState(COUNTS);
  }

  /** Counts the episodes of settled batches. */
  void count(SortedMap<Long, List<TaskOutcome>> settled) throws Exception {
    for (List<TaskOutcome> batch : settled.values()) {
      Map<String, TaskCount> tasks = new TreeMap<>();
      for (TaskOutcome outcome : batch) {
        tasks.compute(
            outcome.taskId(),
            (task, some) -> (some == null ? TaskCount.NONE : some).plus(outcome.solved()));
      }
      for (Map.Entry<String, TaskCount> entry : tasks.entrySet()) {
        TaskCount before = counts.get(entry.getKey());
        counts.put(
            entry.getKey(), (before == null ? TaskCount.NONE : before).then(entry.getValue()));
      }
    }
  }

  /** The weight of each task, above 0. */
  List<Double> weights(List<PlannedTask> tasks) throws Exception {
    List<Double> weights = new ArrayList<>(tasks.size());
    for (PlannedTask task : tasks) {
      TaskCount count = counts.get(task.taskId());
      weights.add((count == null ? TaskCount.NONE : count).weight());
    }
    return weights;
  }
}
