package org.sealflow.jobs.bench.verify;

import java.util.List;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.RulesInForce;

/**
 * The ways to verify a trajectory that are measured. Each gives the benchmark's verdict, so that
 * nothing of the work can be left out as unused.
 */
public final class Verifications {
  private Verifications() {}

  /** One way. */
  @FunctionalInterface
  interface Verification {
    /** Whether the benchmark calls the trajectory valid. */
    boolean verify(Trajectory trajectory);
  }

  /** The benchmark's verdict and SEAL's score: every turn executed on both sides and judged. */
  static boolean officialAndPerTurn(Trajectory trajectory) {
    return pass(trajectory.task().program(), trajectory);
  }

  /**
   * The same without what a task keeps ready between verifications: its method table and the parsed
   * calls of its ground truth are made again each time.
   */
  static boolean groundTruthParsedEachTime(Trajectory trajectory) {
    TaskProgram kept = trajectory.task().program();
    return pass(new TaskProgram(kept.task(), kept.longContext()), trajectory);
  }

  private static boolean pass(TaskProgram program, Trajectory trajectory) {
    EpisodePass pass = new EpisodePass(program, trajectory.modelName(), trajectory.asOf());
    List<List<List<String>>> turns = trajectory.executed();
    for (int turn = 0; turn < Math.min(turns.size(), pass.turnCount()); turn++) {
      pass.turn(turns.get(turn));
    }
    pass.padUnreachedTurns();
    boolean scored = pass.score(turns.size()).tags().size() == pass.turnCount();
    return scored && pass.official(turns.size()).isValid();
  }

  /**
   * Everything diagnosis rests on: also each call's facts, state differences, drift, and failing
   * turns executed again from the ground truth's state.
   */
  static boolean allFacts(Trajectory trajectory) {
    EpisodeVerifier verifier =
        trajectory
            .task()
            .verifier(RulesInForce.OFFICIAL, trajectory.modelName(), trajectory.asOf(), false);
    for (List<PolicyStep> turn : trajectory.turns()) {
      verifier.endTurn(turn);
    }
    verifier.endEpisode();
    return Boolean.TRUE.equals(verifier.episode().official().valid());
  }
}
