package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.CallText;
import org.sealflow.serve.session.EpisodeOverException;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.PlaySession;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.ShownResult;
import org.sealflow.serve.session.TaskChoice;
import org.sealflow.serve.session.ToolJson;

/**
 * The tools of an environment's episodes: those of its tasks, and those that begin an episode,
 * answer its user and end it.
 */
final class EpisodeTools {
  /** Begins an episode. */
  static final String START = "start_episode";

  /** Ends a turn, and tells what the user says next. */
  static final String REPLY = "reply_to_user";

  /** Frees an episode's world; sessions end otherwise. */
  static final String END = "end_episode";

  /** The argument that names an episode where there are no sessions. */
  static final String HANDLE = "episode";

  private static final ToolDoc START_TOOL =
      ToolDoc.parse(
          """
          {"name": "start_episode",
           "description": "Begins an episode of a task in a world of its own. Returns what the user says first, and the tools as they are in this episode.",
           "parameters": {"type": "object", "properties": {
            "task_id": {"type": "string", "description": "The task's name; without it, index or seed choose one."},
            "split": {"type": "string", "description": "The list of tasks that index and seed choose from."},
            "index": {"type": "integer", "minimum": 0, "description": "The task's place in the list."},
            "seed": {"type": "integer", "minimum": 0, "description": "Picks a task of the list."},
            "strict": {"type": "boolean", "description": "Whether it is an evaluation."},
            "group_id": {"type": "string", "description": "Names the episodes that are compared with each other."}},
            "additionalProperties": false}}
          """,
          START);

  private static final ToolDoc REPLY_TOOL =
      ToolDoc.parse(
          """
          {"name": "reply_to_user",
           "description": "Answers the user in words, which ends the turn. Returns what the user says next, or that the episode is over, with its reward.",
           "parameters": {"type": "object", "properties": {"text": {"type": "string", "description": "The answer."}}, "required": ["text"]}}
          """,
          REPLY);

  private static final ToolDoc END_TOOL =
      ToolDoc.parse(
          """
          {"name": "end_episode",
           "description": "Ends an episode that is not played on, and frees its world.",
           "parameters": {"type": "object", "properties": {}}}
          """,
          END);

  private final ServedTasks tasks;
  private final Rules rules;

  /**
   * The tools of an environment.
   *
   * @param rules when an answer is refused and an episode over
   */
  EpisodeTools(ServedTasks tasks, Rules rules) {
    this.tasks = tasks;
    this.rules = rules;
  }

  /**
   * The tools of a session.
   *
   * @param episode null for those of all tasks
   */
  ArrayNode ofSession(@Nullable SessionEpisode episode) {
    List<ToolDoc> tools = new ArrayList<>(List.of(START_TOOL, REPLY_TOOL));
    tools.addAll(episode == null ? tasks.tools() : episode.tools());
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    tools.forEach(tool -> list.add(listed(tool)));
    return list;
  }

  /** The tools of all tasks, each with the episode as an argument. */
  ArrayNode withHandles() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode().add(listed(START_TOOL));
    List<ToolDoc> tools = new ArrayList<>(List.of(REPLY_TOOL, END_TOOL));
    tools.addAll(tasks.tools());
    for (ToolDoc tool : tools) {
      list.add(withHandle(listed(tool)));
    }
    return list;
  }

  private static ObjectNode listed(ToolDoc tool) {
    ObjectNode listed =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", tool.name())
            .put("description", ToolJson.description(tool));
    listed.set("inputSchema", ToolJson.parameters(tool));
    return listed;
  }

  private static ObjectNode withHandle(ObjectNode tool) {
    ObjectNode schema = tool.withObjectProperty("inputSchema");
    schema
        .withObjectProperty("properties")
        .putObject(HANDLE)
        .put("type", "string")
        .put("description", "The episode, as " + START + " names it.");
    ArrayNode required = JsonNodeFactory.instance.arrayNode().add(HANDLE);
    schema.path("required").forEach(required::add);
    schema.set("required", required);
    return tool;
  }

  /** Whether a tool is there in some task from the start. */
  boolean has(String tool) {
    return tool.equals(START)
        || tool.equals(REPLY)
        || tool.equals(END)
        || tasks.tools().stream().anyMatch(doc -> doc.name().equals(tool));
  }

  /**
   * Begins an episode in a session. One that the URL began and nobody has played in goes on.
   *
   * @param handle whether calls name the episode
   */
  ToolResult start(PlaySession session, StartArguments arguments, boolean handle) {
    SessionEpisode open = session.episode();
    try {
      SessionEpisode episode =
          open != null && open.steps() == 0 && arguments.areEmpty()
              ? open
              : begun(session, arguments.choice());
      return opening(episode, handle ? session.id() : null);
    } catch (BrokenEpisodeException | IllegalArgumentException unplayable) {
      return ToolResult.failed(String.valueOf(unplayable.getMessage()));
    }
  }

  /**
   * Begins an episode in a session.
   *
   * @throws IllegalArgumentException if there is no such task: one line
   * @throws BrokenEpisodeException if the task cannot be played
   */
  SessionEpisode begun(PlaySession session, TaskChoice choice) {
    SessionEpisode episode =
        tasks.begin(EpisodeStart.plain(choice.of(tasks), choice.purpose(), rules));
    session.begin(episode);
    return episode;
  }

  private static ToolResult opening(SessionEpisode episode, @Nullable String handle) {
    ObjectNode opening = JsonNodeFactory.instance.objectNode();
    if (handle != null) {
      opening.put(HANDLE, handle);
    }
    opening.put("task_id", episode.task().id()).put("turn", episode.turn());
    ArrayNode messages = opening.putArray("messages");
    for (EnvironmentMessage message : episode.opening()) {
      if (!message.role().equals("system")) {
        messages.add(said(message));
      }
    }
    List<String> guidelines = episode.placement().patches().presentation().guidelines();
    if (!guidelines.isEmpty()) {
      opening.put("system", String.join("\n\n", guidelines));
    }
    opening.set("tools", shown(episode.tools(), handle != null));
    return ToolResult.of(opening);
  }

  private static ObjectNode said(EnvironmentMessage message) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("role", message.role())
        .put("content", message.content());
  }

  private static ArrayNode shown(List<ToolDoc> tools, boolean handle) {
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    for (ToolDoc tool : tools) {
      shown.add(handle ? withHandle(listed(tool)) : listed(tool));
    }
    return shown;
  }

  /**
   * Calls a tool in an episode, or answers its user.
   *
   * @param handle whether calls name the episode
   * @throws McpError if there is no such tool; the call counts as an answer of the policy even so
   */
  ToolResult call(SessionEpisode episode, String tool, ObjectNode arguments, boolean handle) {
    try {
      ToolResult result =
          tool.equals(REPLY)
              ? replied(episode, arguments, handle)
              : executed(episode, tool, arguments);
      return episode.end() == null ? result : result.over(episode.score().reward());
    } catch (EpisodeOverException | BrokenEpisodeException unplayable) {
      return ToolResult.failed(String.valueOf(unplayable.getMessage()));
    }
  }

  private ToolResult executed(SessionEpisode episode, String tool, ObjectNode arguments) {
    StepOutcome outcome =
        episode.answer(CallText.answer("", List.of(new CallText.JsonCall(tool, arguments))));
    Refusal refusal = outcome.refusal();
    if (refusal == null) {
      String result = outcome.executed().get(0).result();
      return ToolResult.of(result, ShownResult.isError(result));
    }
    if (!has(tool) && episode.tools().stream().noneMatch(doc -> doc.name().equals(tool))) {
      throw unknown(tool);
    }
    return ToolResult.failed(refusal.reason());
  }

  static McpError unknown(String tool) {
    return McpError.params("unknown tool: " + tool);
  }

  private static ToolResult replied(SessionEpisode episode, ObjectNode arguments, boolean handle) {
    JsonNode text = arguments.path("text");
    if (!text.isTextual()) {
      return ToolResult.failed(REPLY + " takes a text under 'text'");
    }
    int known = episode.tools().size();
    StepOutcome outcome = episode.answer(text.asText());
    Refusal refusal = outcome.refusal();
    if (refusal != null) {
      return ToolResult.failed(refusal.reason());
    }
    boolean done = outcome.end() != null;
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("turn", episode.turn());
    ArrayNode messages = reply.putArray("messages");
    if (!done) {
      messages.add(said(outcome.reply()));
    }
    reply.put("done", done);
    if (done) {
      reply.put("reward", episode.score().reward());
    }
    List<ToolDoc> tools = episode.tools();
    if (tools.size() > known) {
      reply.set("tools", shown(tools.subList(known, tools.size()), handle));
    }
    return ToolResult.of(reply);
  }
}
