package org.sealflow.jobs.bench.verify;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.environment.PolicyStep;
import org.sealflow.jobs.files.RecordedEpisode;

/**
 * A recorded trajectory and its task, both ready for verification.
 *
 * @param episode as it was recorded
 * @param task the task, its ground truth parsed
 * @param taskDigest digest of the task
 * @param asOf today, as its tools see it
 * @param modelName the name the policy's instances carry
 * @param turns all steps of each turn
 * @param executed of each turn the calls of the steps that are executed
 * @param calls how many calls those are, in turns the ground truth has
 */
public record Trajectory(
    RecordedEpisode episode,
    BfclTask task,
    String taskDigest,
    LocalDate asOf,
    String modelName,
    List<List<PolicyStep>> turns,
    List<List<List<String>>> executed,
    int calls) {
  static Trajectory of(
      RecordedEpisode episode, BfclTask task, String taskDigest, LocalDate asOf, String modelName) {
    List<List<PolicyStep>> turns = new ArrayList<>();
    List<List<List<String>>> executed = new ArrayList<>();
    int calls = 0;
    for (List<RecordedEpisode.Step> recorded : episode.turns()) {
      List<PolicyStep> steps = recorded.stream().map(Trajectory::step).toList();
      List<List<String>> decoded =
          steps.stream().filter(PolicyStep::executes).map(PolicyStep::calls).toList();
      if (turns.size() < task.program().groundTruth().size()) {
        calls += decoded.stream().mapToInt(List::size).sum();
      }
      turns.add(steps);
      executed.add(decoded);
    }
    return new Trajectory(
        episode,
        task,
        taskDigest,
        asOf,
        modelName,
        List.copyOf(turns),
        List.copyOf(executed),
        calls);
  }

  private static PolicyStep step(RecordedEpisode.Step step) {
    String undecodable = step.undecodable() ? String.valueOf(step.text()) : null;
    return new PolicyStep(step.calls(), List.of(), undecodable, List.of());
  }
}
