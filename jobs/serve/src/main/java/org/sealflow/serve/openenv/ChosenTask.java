package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.ServedTasks;

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
    ActionFields fields = new ActionFields(data.objectNode().setAll(data), "data", names(data));
    String id = fields.text("task_id");
    Long seed = fields.whole("seed");
    Long index = fields.whole("index");
    if (id != null) {
      if (!tasks.contains(id)) {
        throw OpenEnvError.of(
            OpenEnvError.Code.EXECUTION_ERROR,
            "no task '" + id + "', expected one such as " + tasks.ids().get(0));
      }
      return id;
    }
    List<String> split = split(tasks, fields.text("split"));
    if (index != null) {
      if (index >= split.size()) {
        throw OpenEnvError.of(
            OpenEnvError.Code.EXECUTION_ERROR,
            "index is " + index + ", expected 0 to " + (split.size() - 1));
      }
      return split.get(index.intValue());
    }
    return split.get(seed == null ? 0 : (int) (seed % split.size()));
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
    if (name == null) {
      List<String> train = tasks.splits().get(ServedTasks.TRAIN);
      return train != null ? train : tasks.splits().values().iterator().next();
    }
    List<String> split = tasks.splits().get(name);
    if (split == null) {
      throw OpenEnvError.of(
          OpenEnvError.Code.EXECUTION_ERROR,
          "no split '" + name + "', expected " + String.join(" or ", tasks.splits().keySet()));
    }
    return split;
  }

  /**
   * What the episode is for: training, unless {@code strict} is true or another split than the one
   * for training is named. {@code group_id} names the episodes that are compared.
   *
   * @throws OpenEnvError if a field is of another type
   */
  static EpisodeStart.Purpose purpose(ObjectNode data) {
    ActionFields fields = new ActionFields(data.objectNode().setAll(data), "data", names(data));
    JsonNode strict = fields.value("strict");
    if (strict != null && !strict.isBoolean()) {
      throw fields.wrong("strict", "is no flag, expected true or false");
    }
    String group = fields.text("group_id");
    String split = fields.text("split");
    boolean evaluation =
        (strict != null && strict.asBoolean())
            || !(split == null || split.equals(ServedTasks.TRAIN));
    return new EpisodeStart.Purpose(evaluation, group == null ? "" : group);
  }

  /** What the caller calls the episode; {@code otherwise} if nothing. */
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
