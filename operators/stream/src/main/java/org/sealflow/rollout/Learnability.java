package org.sealflow.rollout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdicts;

/**
 * How much there is to learn from a task: p (1 − p), where p is the share of its episodes that the
 * policy solves. A group of equal outcomes teaches nothing; most likely to differ are those of a
 * task that is solved every other time. Keyed by run.
 *
 * <p>Episodes count once the batch that they belong to is settled, all of them together: the order
 * in which diagnoses come changes nothing, so that a restored planner weighs tasks the same again.
 */
final class Learnability {
  /** Key: run. Task → what came of it in settled batches. As long as the run's progress. */
  private static final MapStateDescriptor<String, TaskCount> COUNTS =
      new MapStateDescriptor<>(
          "learnability-counts", Types.STRING, TypeInformation.of(TaskCount.class));

  /** Key: run. Episode → its outcome. Cleared when its batch is settled. */
  private static final MapStateDescriptor<String, TaskOutcome> OUTCOMES =
      new MapStateDescriptor<>(
          "learnability-outcomes", Types.STRING, TypeInformation.of(TaskOutcome.class));

  private final MapState<String, TaskCount> counts;
  private final MapState<String, TaskOutcome> outcomes;

  /** Opens the state of the key in force. */
  Learnability(RuntimeContext context) {
    counts = context.getMapState(COUNTS);
    outcomes = context.getMapState(OUTCOMES);
  }

  /**
   * Takes in a diagnosis; those of branches, which start where others failed, and of turns are
   * passed over.
   *
   * @param oldest the oldest batch that is not settled; what belongs to others is passed over
   */
  void take(Diagnosis diagnosis, long oldest) throws Exception {
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    Long batch = episode == null ? null : episode.getBatchNumber();
    if (episode == null || batch == null || batch < oldest || episode.getBranch() != null) {
      return;
    }
    boolean aboutPolicy = Verdicts.isAboutPolicy(episode.getVerdict());
    outcomes.put(
        diagnosis.getEpisodeId(),
        new TaskOutcome(batch, episode.getTaskId(), aboutPolicy, episode.getStrictSuccess()));
  }

  /** How many episodes of a batch are diagnosed. */
  int complete(long batch) throws Exception {
    int complete = 0;
    for (TaskOutcome outcome : outcomes.values()) {
      complete += outcome.batch() == batch ? 1 : 0;
    }
    return complete;
  }

  /** Settles a batch and all before it: their episodes count from now on. */
  void settle(long upTo) throws Exception {
    Map<Long, Map<String, TaskCount>> batches = new TreeMap<>();
    List<String> settled = new ArrayList<>();
    for (Map.Entry<String, TaskOutcome> entry : outcomes.entries()) {
      TaskOutcome outcome = entry.getValue();
      if (outcome.batch() <= upTo) {
        settled.add(entry.getKey());
        if (outcome.counts()) {
          batches
              .computeIfAbsent(outcome.batch(), first -> new TreeMap<>())
              .compute(
                  outcome.taskId(),
                  (task, some) -> (some == null ? TaskCount.NONE : some).plus(outcome.solved()));
        }
      }
    }
    for (Map<String, TaskCount> batch : batches.values()) {
      for (Map.Entry<String, TaskCount> entry : batch.entrySet()) {
        TaskCount before = counts.get(entry.getKey());
        counts.put(
            entry.getKey(), (before == null ? TaskCount.NONE : before).then(entry.getValue()));
      }
    }
    for (String episode : settled) {
      outcomes.remove(episode);
    }
  }

  /** The weight of each task, above 0. */
  double[] weights(List<PlannedTask> tasks) throws Exception {
    double[] weights = new double[tasks.size()];
    for (int i = 0; i < weights.length; i++) {
      TaskCount count = counts.get(tasks.get(i).taskId());
      weights[i] = (count == null ? TaskCount.NONE : count).weight();
    }
    return weights;
  }
}
