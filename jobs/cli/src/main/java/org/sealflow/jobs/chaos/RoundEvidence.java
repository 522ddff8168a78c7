package org.sealflow.jobs.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * All that a round left, as it was found on its topics.
 *
 * @param runId the run
 * @param ledger the job's own count
 * @param records how many records the trajectories have, readable or not
 * @param batches as planned
 * @param events readable trajectories
 * @param episodes diagnoses of whole episodes
 * @param failures what could not be used
 * @param injected what was put among the trajectories
 * @param output what the job made of it
 * @param undisturbed what a job made of the same trajectories that met no fault
 */
record RoundEvidence(
    String runId,
    Ledger ledger,
    long records,
    List<BatchManifest> batches,
    List<TrajectoryEvent> events,
    List<Diagnosis> episodes,
    List<Failure> failures,
    Injected injected,
    RunOutput output,
    RunOutput undisturbed) {

  /** The episodes that were planned. */
  Set<String> planned() {
    return planned(batches);
  }

  /** The episodes of batches. */
  static Set<String> planned(List<BatchManifest> batches) {
    Set<String> planned = new HashSet<>();
    for (BatchManifest batch : batches) {
      for (PlannedGroup group : batch.getGroups()) {
        for (int sample = 0; sample < group.getSize(); sample++) {
          planned.add(group.getGroupId() + "/s" + sample);
        }
      }
    }
    return planned;
  }

  /**
   * The share of the sampled tokens on the topic that belong to no attempt that counts; 0 if none
   * were sampled. An answer that a later attempt takes over is sampled once, and not lost.
   */
  double lostTokens() {
    Map<String, Integer> counted = new HashMap<>();
    episodes.forEach(one -> counted.put(one.getEpisodeId(), one.getAttempt()));
    Set<String> seen = new HashSet<>();
    long sampled = 0;
    long kept = 0;
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      String place = event.getEpisodeId() + " " + event.getAttempt() + " " + event.getSequence();
      if (step != null
          && step.getSampledTokenIds() != null
          && !injected.holds(event.getEpisodeId())
          && seen.add(place)) {
        int tokens = step.getSampledTokenIds().size();
        sampled += step.getRepeated() ? 0 : tokens;
        kept += counted.getOrDefault(event.getEpisodeId(), -1) == event.getAttempt() ? tokens : 0;
      }
    }
    return sampled == 0 ? 0 : Math.max(0, 1 - (double) kept / sampled);
  }
}
