package org.sealflow.serve.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.serve.session.CallText;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionEpisode;

/**
 * Plays the answers of a conversation that names a task in a world of that task, so that the
 * episode is recorded, verified and diagnosed as one that was played here. The agent keeps the
 * world it plays in; what its tools told it is not asked.
 */
public final class BoundEpisodes implements ConversationListeners {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final ConversationListener NONE =
      new ConversationListener() {
        @Override
        public void answered(TakenAnswer answer) {}

        @Override
        public void ended(GatewayConversation conversation) {}
      };

  private final ServedTasks tasks;

  /**
   * Plays tasks.
   *
   * @param tasks whose listeners hear of the episodes
   */
  public BoundEpisodes(ServedTasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Begins an episode if the conversation names a task.
   *
   * @throws IllegalArgumentException if there is no such task: one line
   */
  @Override
  public ConversationListener begun(GatewayConversation conversation) {
    CallLabels labels = conversation.labels();
    if (labels.task().isEmpty()) {
      return NONE;
    }
    SessionEpisode episode =
        tasks.begin(
            EpisodeStart.plain(
                labels.task(), new EpisodeStart.Purpose(false, labels.group()), Rules.of(null)));
    return new ConversationListener() {
      @Override
      public void answered(TakenAnswer answer) {
        // An agent may talk on behind the last turn of its task.
        if (episode.end() == null) {
          Object unused =
              episode.answer(new PolicyAnswer(text(answer.choice()), null, answer.tokens()));
        }
      }

      @Override
      public void ended(GatewayConversation ended) {
        episode.leave("the agent said no more");
      }
    };
  }

  /** An answer as policies write it, its calls behind its words. */
  static String text(JsonNode choice) {
    JsonNode message = choice.path("message");
    List<CallText.JsonCall> calls = new ArrayList<>();
    for (JsonNode call : message.path("tool_calls")) {
      JsonNode function = call.path("function");
      calls.add(
          new CallText.JsonCall(
              function.path("name").asText(), arguments(function.path("arguments"))));
    }
    return CallText.answer(message.path("content").asText(""), calls);
  }

  private static JsonNode arguments(JsonNode written) {
    try {
      JsonNode arguments = written.isTextual() ? JSON.readTree(written.textValue()) : written;
      return arguments.isObject() ? arguments : written;
    } catch (JsonProcessingException broken) {
      return written;
    }
  }
}
