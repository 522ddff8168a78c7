package org.sealflow.jobs.train;

import java.util.List;
import java.util.Optional;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.TrainingStep;

/**
 * The state of a run.
 *
 * @param runId the run
 * @param version the newest version, −1 before the first is published
 * @param activePatches patches shown now
 * @param ledger counts of episodes and records, since the job started last
 * @param synthesis what came of each stage that made tasks since the job started last, in lines
 * @param evaluating what is being evaluated now, in words; empty if nothing is
 */
public record RunStatus(
    String runId,
    Goal goal,
    long version,
    Done done,
    List<EnvironmentPatch> activePatches,
    Ledger ledger,
    List<String> synthesis,
    Optional<String> evaluating) {

  /**
   * The goal that ends the run.
   *
   * @param batches to train on; with a budget, until it is spent, at most so many
   * @param tokens to sample, 0 if batches alone are counted
   */
  public record Goal(int batches, long tokens) {}

  /**
   * Batches, steps and evaluations so far.
   *
   * @param batches completed batches, in order
   * @param steps steps of the learner, in order
   * @param evaluations evaluations done, in order
   */
  public record Done(
      List<BatchLine> batches, List<TrainingStep> steps, List<EvaluationLine> evaluations) {}

  /** Tokens sampled in completed batches. */
  public long sampledTokens() {
    return done.batches.stream().mapToLong(BatchLine::sampledTokens).sum();
  }
}
