package org.sealflow.generate.family;

/**
 * An action family: one kind of request, its wordings and the calls that serve it.
 *
 * @param id such as {@code files.move}
 * @param className the simulator class its calls belong to
 * @param wordings how it can be said
 * @param plan fills the slots and makes the calls
 */
public record Family(String id, String className, Wordings wordings, Plan plan) {
  /** Fills the slots of a turn and makes its calls. */
  interface Plan {
    /**
     * Plays the turn.
     *
     * @throws UnfitException if the services hold nothing to act on, or a call fails
     */
    void play(Turn turn);
  }

  static Family of(String id, String className, Plan plan, String wordings) {
    return new Family(id, className, Wordings.read(id, wordings), plan);
  }
}
