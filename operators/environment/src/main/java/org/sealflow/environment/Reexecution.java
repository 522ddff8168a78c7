package org.sealflow.environment;

import java.util.List;

/**
 * Executes the turns of an episode once more and tells how far the official check passes, any
 * number of times; {@link #begin} comes first. Not thread-safe.
 */
public interface Reexecution {
  /**
   * A turn as it was executed.
   *
   * @param made the policy's calls, with their arguments
   * @param truth the ground truth's calls, with their arguments
   */
  record Turn(List<VerifiedCall> made, List<VerifiedCall> truth) {}

  /**
   * Begins again at the first turn.
   *
   * @throws RuntimeException if the task's starting state cannot be loaded
   */
  void begin();

  /**
   * Executes the next turn and tells what it did.
   *
   * @param steps the calls of each step, none without a call
   */
  Turn told(List<List<String>> steps);

  /**
   * Executes the next turn, each call a step of its own.
   *
   * @return false if a call cannot be executed for lack of what nobody recorded, such as the date
   */
  boolean turn(List<String> calls);

  /** Whether the last turn fails officially: so does the whole then, whatever comes after. */
  boolean lastTurnFails();

  /** Whether the last turn left the state that the ground truth leaves. */
  boolean statesAgree();

  /** Whether the official check passes, after all turns. */
  boolean passes();
}
