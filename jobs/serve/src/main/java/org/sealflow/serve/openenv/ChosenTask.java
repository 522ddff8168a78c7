package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.TaskChoice;

/** Finds the task that the fields of a reset choose. */
final class ChosenTask {
  private static final int LONGEST_ID = 255;

  private ChosenTask() {}

  /**
   * The task of {@code task_id}; else of {@code index} in {@code split}; else number {@code seed}
   * modulo the size of the split; else the first. Other fields are free.
   *
   * @throws OpenEnvError if there is none
   */
  static String of(ServedTasks tasks, ObjectNode data) {
    TaskChoice choice = choice(data);
    try {
      return choice.of(tasks);
    } catch (IllegalArgumentException absent) {
      throw unavailable(absent);
    }
  }

  private static TaskChoice choice(ObjectNode data) {
    ActionFields fields = new ActionFields(data.objectNode().setAll(data), "data", names(data));
    JsonNode strict = fields.value("strict");
    if (strict != null && !strict.isBoolean()) {
      throw fields.wrong("strict", "is no flag, expected true or false");
    }
    return new TaskChoice(
        fields.text("task_id"),
        fields.text("split"),
        fields.whole("index"),
        fields.whole("seed"),
        strict != null && strict.asBoolean(),
        fields.text("group_id"));
  }

  private static OpenEnvError unavailable(IllegalArgumentException absent) {
    return OpenEnvError.of(OpenEnvError.Code.EXECUTION_ERROR, String.valueOf(absent.getMessage()));
  }

  private static Set<String> names(ObjectNode data) {
    Set<String> names = new HashSet<>();
    data.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * The tasks of a split; of the first there is where none is named, {@code train} before others.
   *
   * @throws OpenEnvError if there is none of that name
   */
  static List<String> split(ServedTasks tasks, @Nullable String name) {
    try {
      return TaskChoice.split(tasks, name);
    } catch (IllegalArgumentException absent) {
      throw unavailable(absent);
    }
  }

  /**
   * The purpose of the episode: training, unless {@code strict} is true or another split than the
   * one for training is named. {@code group_id} names the episodes that are compared.
   *
   * @throws OpenEnvError if a field is of another type
   */
  static EpisodeStart.Purpose purpose(ObjectNode data) {
    return choice(data).purpose();
  }

  /** The caller's name of the episode; {@code otherwise} if there is none. */
  static String episodeId(ObjectNode data, String otherwise) {
    JsonNode id = data.get("episode_id");
    if (id == null || id.isNull()) {
      return otherwise;
    }
    if (!id.isTextual() || id.asText().length() > LONGEST_ID) {
      throw OpenEnvError.invalid(
          "episode_id", "episode_id is no text of up to " + LONGEST_ID + " characters");
    }
    return id.asText();
  }
}
