package org.sealflow.serve.session;

import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;

/**
 * The task that a caller asks to play, and the rules.
 *
 * @param taskId a task of the environment
 * @param purpose what the caller plays it for
 * @param modelPrefix what the name of the policy's world begins with; it may show in results
 * @param rules when an answer is refused and the episode over
 * @param presentation what is shown beyond the plain interface, patches apart
 * @param style how everything is written
 * @param onlyFirstTurn whether the caller plays no turn but the first
 */
public record EpisodeStart(
    String taskId,
    Purpose purpose,
    String modelPrefix,
    Rules rules,
    Presentation presentation,
    PromptStyle style,
    boolean onlyFirstTurn) {
  /**
   * The purpose that a caller plays an episode for.
   *
   * @param strict whether it is an evaluation, to which no patch is shown
   * @param group what the caller calls the episodes it compares with this one; empty if nothing
   */
  public record Purpose(boolean strict, String group) {
    /** An evaluation. */
    public static final Purpose EVALUATION = new Purpose(true, "");

    /** Training, in groups that the server forms. */
    public static final Purpose TRAINING = new Purpose(false, "");
  }

  /** A task under these rules, shown as the benchmark shows it, patches apart. */
  public static EpisodeStart plain(String taskId, Purpose purpose, Rules rules) {
    return new EpisodeStart(
        taskId,
        purpose,
        "policy",
        rules,
        Presentation.plain(),
        PromptStyles.qwenFunctionCalling(),
        false);
  }
}
