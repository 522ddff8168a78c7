package org.sealflow.jobs.bench.serving;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;

/**
 * The answers that solve a task, one after another.
 *
 * @param taskId the task
 * @param answers the calls of a turn, then words that end it
 */
record ScriptedAnswers(String taskId, List<String> answers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  ScriptedAnswers {
    answers = List.copyOf(answers);
  }

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
    try {
      for (List<String> turn : task.groundTruth()) {
        if (!turn.isEmpty()) {
          answers.add(task.answer(turn));
        }
        answers.add("Done.");
      }
    } catch (IllegalArgumentException unwritable) {
      return Optional.empty();
    }
    return Optional.of(new ScriptedAnswers(task.id(), answers));
  }

  /** The request that begins an episode. */
  String create(String instance) {
    return request(instance).put("task_id", taskId).toString();
  }

  /** The request of a step. */
  String step(String instance, int step) {
    ObjectNode request = request(instance);
    request.putObject("messages").put("role", "assistant").put("content", answers.get(step));
    return request.toString();
  }

  private static ObjectNode request(String instance) {
    return JSON.createObjectNode().put("instance_id", instance);
  }
}
