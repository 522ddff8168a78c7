package org.sealflow.environment.conversation;

/**
 * Limits how many answers a policy may give (environment-protocol.md 5.4).
 *
 * @param steps most answers within the scope, at least 1; every answer counts, refused ones too
 * @param scope what is counted
 */
public record StepLimit(int steps, Scope scope) {
  /** As the benchmark runs its own evaluation. */
  public static final StepLimit BFCL = new StepLimit(20, Scope.TURN);

  /** As SEAL's recipe trains. */
  public static final StepLimit SEAL = new StepLimit(20, Scope.EPISODE);

  /** The scopes of a step limit. */
  public enum Scope {
    /** The answers of one turn. */
    TURN,
    /** The answers of the whole episode. */
    EPISODE
  }

  public StepLimit {
    if (steps < 1) {
      throw new IllegalArgumentException(
          "a step limit of " + steps + " leaves the policy no answer; give at least 1");
    }
  }

  /**
   * Whether the policy may not answer again.
   *
   * @param stepsOfTurn answers given in the turn that is open now
   * @param stepsOfEpisode answers given in all
   */
  boolean isReached(int stepsOfTurn, int stepsOfEpisode) {
    return switch (scope) {
      case TURN -> stepsOfTurn >= steps;
      case EPISODE -> stepsOfEpisode >= steps;
    };
  }
}
