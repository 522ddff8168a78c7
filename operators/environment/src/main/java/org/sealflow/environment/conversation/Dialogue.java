package org.sealflow.environment.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a conversation in which the task does not fix what the user says: a user is played,
 * or the policy is alone with its task. Immutable.
 *
 * @param instructions what the policy is told besides its tools
 * @param opening what was said before the policy's first answer, as the policy sees it
 * @param user the user; null if the policy is alone and may only call tools
 * @param finish how a policy that is alone ends the episode; null if there is a user, who ends it
 */
public record Dialogue(
    String instructions,
    List<EnvironmentMessage> opening,
    @Nullable UserRole user,
    @Nullable Finish finish) {
  /**
   * The end of an episode by a policy that is alone.
   *
   * @param tool the tool that it calls
   * @param mark a text that ends it too, anywhere in what it says
   */
  public record Finish(String tool, String mark) {}

  public Dialogue {
    opening = List.copyOf(opening);
    if ((user == null) == (finish == null)) {
      throw new IllegalArgumentException("a dialogue has either a user or another end");
    }
  }

  /** Whether the user speaks before the policy: nothing was said yet, or the policy said it. */
  boolean userBegins() {
    return user != null
        && (opening.isEmpty() || opening.get(opening.size() - 1).role().equals("assistant"));
  }

  /** Whether calls of a policy that is alone end the episode. */
  boolean isFinishedBy(List<ToolCall> calls) {
    Finish end = finish;
    return end != null && calls.stream().anyMatch(call -> call.nameText().equals(end.tool()));
  }

  /** Why words of a policy that is alone end the episode. */
  EpisodeEnd endAlone(String text) {
    return finish != null && text.contains(finish.mark())
        ? EpisodeEnd.COMPLETED
        : EpisodeEnd.SPOKE_ALONE;
  }
}
