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
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdicts;

/**
 * The outcomes of episodes until the batch that they belong to is settled: they count all together
 * then, so that the order in which diagnoses come changes nothing and a restored planner plans the
 * same again. Keyed by run.
 */
final class EpisodeOutcomes {
  /** Key: run. Episode → its outcome. Cleared when its batch is settled. */
  private static final MapStateDescriptor<String, TaskOutcome> OUTCOMES =
      new MapStateDescriptor<>(
          "episode-outcomes", Types.STRING, TypeInformation.of(TaskOutcome.class));

  private final MapState<String, TaskOutcome> outcomes;

  /** Opens the state of the key in force. */
  EpisodeOutcomes(RuntimeContext context) {
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

  /** Settles a batch and all before it; by batch, the outcomes that count. */
  SortedMap<Long, List<TaskOutcome>> settle(long upTo) throws Exception {
    SortedMap<Long, List<TaskOutcome>> batches = new TreeMap<>();
    List<String> settled = new ArrayList<>();
    for (Map.Entry<String, TaskOutcome> entry : outcomes.entries()) {
      TaskOutcome outcome = entry.getValue();
      if (outcome.batch() <= upTo) {
        settled.add(entry.getKey());
        if (outcome.counts()) {
          batches.computeIfAbsent(outcome.batch(), first -> new ArrayList<>()).add(outcome);
        }
      }
    }
    for (String episode : settled) {
      outcomes.remove(episode);
    }
    return batches;
  }
}
