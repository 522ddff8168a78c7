package org.sealflow.jobs.bench.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;

/**
 * The answers that solve a task, one after another.
 *
 * @param taskId the task
 * @param answers the calls of a turn, then words that end it
 * @param calls the same as calls of tools, words too
 */
record ScriptedAnswers(String taskId, List<String> answers, List<Call> calls) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern CALL =
      Pattern.compile("<tool_call>\\n(.*?)\\n</tool_call>", Pattern.DOTALL);
  private static final String WORDS = "Done.";

  ScriptedAnswers {
    answers = List.copyOf(answers);
    calls = List.copyOf(calls);
  }

  /** A call of a tool. */
  record Call(String tool, ObjectNode arguments) {}

  /** The tasks whose calls can be written as a policy writes them. */
  static List<ScriptedAnswers> of(TaskFolder folder) {
    List<ScriptedAnswers> scripts = new ArrayList<>();
    for (TaskOutline outline : folder.tasks()) {
      of(folder.ready(outline.id())).ifPresent(scripts::add);
    }
    if (scripts.isEmpty()) {
      throw new IllegalArgumentException("no task can be played by its ground truth");
    }
    return scripts;
  }

  /** Empty if a call cannot be written. */
  private static Optional<ScriptedAnswers> of(ReadyTask task) {
    List<String> answers = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    try {
      for (List<String> turn : task.groundTruth()) {
        if (!turn.isEmpty()) {
          String answer = task.answer(turn);
          answers.add(answer);
          addCalls(answer, calls);
        }
        answers.add(WORDS);
        calls.add(new Call("reply_to_user", JSON.createObjectNode().put("text", WORDS)));
      }
    } catch (IllegalArgumentException unwritable) {
      return Optional.empty();
    }
    return Optional.of(new ScriptedAnswers(task.id(), answers, calls));
  }

  private static void addCalls(String answer, List<Call> calls) {
    Matcher written = CALL.matcher(answer);
    while (written.find()) {
      try {
        JsonNode call = JSON.readTree(written.group(1));
        calls.add(new Call(call.path("name").asText(), call.withObject("/arguments")));
      } catch (JsonProcessingException broken) {
        throw new IllegalArgumentException("a call is no JSON", broken);
      }
    }
  }
}
