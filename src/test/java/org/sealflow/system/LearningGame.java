package org.sealflow.system;

import java.nio.file.Path;
import java.util.Map;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.PlannedSampling;

/**
 * The part of a run's settings that decides what is played and learned.
 *
 * @param tasks the tasks, each played by one group of every batch
 * @param groupSize episodes of a group
 * @param batches batches of the run
 * @param rules how episodes are played
 * @param sampling how the policy is sampled
 * @param policies what plays
 * @param model the policy as it begins
 * @param learner settings of the learner by name
 * @param algorithm settings of its mathematics by key
 */
record LearningGame(
    TaskDirectory tasks,
    int groupSize,
    int batches,
    RolloutSettings rules,
    PlannedSampling sampling,
    PolicyFactory policies,
    Path model,
    Map<String, String> learner,
    Map<String, String> algorithm) {
  /** Copies the settings. */
  LearningGame {
    learner = Map.copyOf(learner);
    algorithm = Map.copyOf(algorithm);
  }

  int groups() {
    return tasks.tasks().size();
  }

  int episodes() {
    return batches * groups() * groupSize;
  }
}
