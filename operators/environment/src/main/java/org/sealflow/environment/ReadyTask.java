package org.sealflow.environment;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.PromptStyle;

/**
 * A task made ready to be verified, repaired and played, any number of times. Thread-safe; what it
 * makes is not.
 */
public interface ReadyTask extends TaskOutline {
  /**
   * Begins to verify an episode.
   *
   * @param rules the rules it was run under
   * @param modelName the name the policy's world carries; results may show it
   * @param asOf today, where known
   * @param keepStates whether {@link EpisodeVerifier#referenceRow} will be asked for
   * @throws RuntimeException if the task's starting state cannot be loaded
   */
  EpisodeVerifier verifier(
      RulesInForce rules, String modelName, @Nullable LocalDate asOf, boolean keepStates);

  /**
   * Executes episodes once more, with calls that differ from those played. An environment whose
   * verifiers give the repair themselves ({@link EpisodeVerifier#repair}) has none.
   *
   * @throws IllegalStateException if there is none
   */
  default Reexecution reexecution(String modelName, @Nullable LocalDate asOf) {
    throw new IllegalStateException("episodes of " + id() + " are repaired by their verifiers");
  }

  /**
   * A world in the task's starting state, as the policy meets it.
   *
   * @throws RuntimeException if the starting state cannot be loaded
   */
  World world(String modelName, @Nullable LocalDate asOf);

  /**
   * The task as it is played.
   *
   * @throws RuntimeException if it cannot be played
   */
  ConversationTask conversations(PromptStyle style);

  /** The documentation of the tools that a policy knows from the start, in order. */
  List<ToolDoc> openingTools();

  /**
   * The answer by which a policy makes some calls of the ground truth; empty for none.
   *
   * @throws IllegalArgumentException if a call has no such form
   */
  String answer(List<String> calls);

  /** The answer by which a policy ends a turn after its calls; any text without a call does. */
  default String closing() {
    return "Done.";
  }

  /**
   * The answers of a user that keeps to the task's scenario and needs no model, in order, each in
   * the form of a policy's answers; the last one ends the episode. Empty if the task has no user.
   */
  default List<String> userScript() {
    return List.of();
  }
}
