package org.sealflow.environment.conversation;

import java.util.List;
import java.util.Optional;
import org.sealflow.environment.ToolDoc;

/**
 * Shows the environment's interface to the policy of an episode: the seam for cues, guidelines and
 * hints given in training (environment-protocol.md section 7). It sees what the policy sees and
 * changes nothing but that. Immutable, and the same from the first message of an episode to the
 * last.
 */
public interface Presentation {
  /** The protocol as it is: nothing is added. */
  static Presentation plain() {
    return PlainPresentation.INSTANCE;
  }

  /**
   * The documentation of a tool as it is shown, both at the start and where the tool is revealed
   * later.
   *
   * @param tool as the task has it, never to be changed
   * @return the same object, or a copy in which nothing differs but the descriptions of its
   *     parameters
   */
  ToolDoc present(ToolDoc tool);

  /** The paragraphs after the system prompt, one entry each; may be empty. */
  List<String> guidelines();

  /**
   * A line to append to a result.
   *
   * @param tool name of the tool as the policy wrote it
   * @param call the call string executed
   * @param result the result text as the simulator returned it
   */
  Optional<String> hintAfter(String tool, String call, String result);

  /**
   * One or more lines to append to the error on a malformed answer.
   *
   * @param error why the answer was refused
   * @param tools names of the tools shown so far, in the order shown
   */
  Optional<String> hintAfterParseError(String error, List<String> tools);
}
