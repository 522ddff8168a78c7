package org.sealflow.rollout;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.Dialogue;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.UserRole;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.python.PyJson;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;

/** A task made ready to be played any number of times, with the tools known at its start. */
final class PlayableTask {
  private final ReadyTask task;
  private final ConversationTask conversations;
  private final List<ToolDoc> openingTools;

  PlayableTask(ReadyTask task, PromptStyle style) {
    this.task = task;
    this.conversations = task.conversations(style);
    this.openingTools = task.openingTools();
  }

  ReadyTask task() {
    return task;
  }

  /**
   * Begins a conversation about it.
   *
   * @param header the model name and the date are taken from there
   * @throws UnplayableTaskException if its scenario cannot be loaded
   */
  Conversation converse(Rules rules, Presentation presentation, EpisodeStarted header)
      throws UnplayableTaskException {
    String asOf = header.getAsOfDate();
    try {
      return Conversation.start(
          conversations,
          rules,
          presentation,
          header.getModelName(),
          asOf == null ? null : LocalDate.parse(asOf));
    } catch (RuntimeException notLoadable) {
      throw new UnplayableTaskException(task.id(), notLoadable);
    }
  }

  /** Whether it does not fix what the user says. */
  boolean isDialogue() {
    return conversations.dialogue() != null;
  }

  /** The context of an episode at it for the policy. */
  EpisodeContext context(EpisodeRequest request, Presentation presentation) {
    Dialogue dialogue = conversations.dialogue();
    return new EpisodeContext(
        request.runId(),
        request.episodeId(),
        request.attempt(),
        request.taskId(),
        request.mode(),
        openingTools(presentation),
        request.sampling(),
        dialogue == null ? null : dialogue.instructions());
  }

  /**
   * The context of an episode at it for whoever plays the user; null if nobody has to.
   *
   * @param users how users are played; null if they are not
   */
  @Nullable EpisodeContext userContext(EpisodeRequest request, @Nullable UserSettings users) {
    Dialogue dialogue = conversations.dialogue();
    UserRole user = dialogue == null ? null : dialogue.user();
    if (user == null) {
      return null;
    }
    SamplingSettings sampling = request.sampling();
    // Nobody learns from what a user says: its player is never asked for token ids.
    return new EpisodeContext(
        request.runId(),
        request.episodeId(),
        request.attempt(),
        request.taskId(),
        Mode.EVAL,
        user.tools().stream().map(tool -> PyJson.dumps(tool.document())).toList(),
        users == null ? sampling : users.sampling(sampling.seed()),
        user.instructions());
  }

  private List<String> openingTools(Presentation presentation) {
    List<String> shown = new ArrayList<>(openingTools.size());
    for (ToolDoc tool : openingTools) {
      shown.add(conversations.style().tool(presentation.present(tool)));
    }
    return shown;
  }
}
