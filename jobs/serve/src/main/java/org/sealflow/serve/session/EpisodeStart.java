package org.sealflow.serve.session;

import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;

/**
 * What a caller asks to play, and under which rules.
 *
 * @param taskId a task of the environment
 * @param modelPrefix what the name of the policy's world begins with; it may show in results
 * @param rules when an answer is refused and the episode over
 * @param presentation what is shown beyond the plain interface
 * @param style how everything is written
 * @param onlyFirstTurn whether the caller plays no turn but the first
 */
public record EpisodeStart(
    String taskId,
    String modelPrefix,
    Rules rules,
    Presentation presentation,
    PromptStyle style,
    boolean onlyFirstTurn) {
  /** A task under these rules, shown as the benchmark shows it. */
  public static EpisodeStart plain(String taskId, Rules rules) {
    return new EpisodeStart(
        taskId, "policy", rules, Presentation.plain(), PromptStyles.qwenFunctionCalling(), false);
  }
}
