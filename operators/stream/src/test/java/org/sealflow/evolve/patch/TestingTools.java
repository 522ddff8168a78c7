package org.sealflow.evolve.patch;

import java.util.List;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskOrigin;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolDocs;

/** A small tool box with its documentation, and tasks that use it. */
public final class TestingTools {
  /** Opens a box: a required lid out of three, a depth in meters, a note. */
  public static final String OPEN_BOX =
      """
      {"name": "open_box", "description": "Opens a box.", "parameters": {"type": "dict",
       "properties": {
         "lid": {"type": "string", "description": "The lid. [Enum]: [\\"red\\", \\"green\\", \\"blue\\"]"},
         "depth": {"type": "float", "description": "How deep, in meters. "},
         "note": {"type": "string"}},
       "required": ["lid", "depth"]}}\
      """;

  /** Closes a box: a hue in the other form of a list. */
  public static final String CLOSE_BOX =
      """
      {"name": "close_box", "description": "Closes a box.", "parameters": {"type": "dict",
       "properties": {
         "hue": {"type": "string", "description": "The hue. [Enum]: light blue, dark red"}},
       "required": ["hue"]}}\
      """;

  /** Takes nothing. */
  public static final String LIST_BOXES =
      """
      {"name": "list_boxes", "description": "Lists boxes.",
       "parameters": {"type": "dict", "properties": {}, "required": []}}\
      """;

  private TestingTools() {}

  /** The documentation of all three. */
  public static TaskRecord documentation() {
    return TaskRecords.toolDocs(
        new ToolDocs("BoxAPI", "b".repeat(64), List.of(OPEN_BOX, CLOSE_BOX, LIST_BOXES)));
  }

  /** A task of one turn. */
  public static TaskRecord task(String taskId, String... groundTruth) {
    return TaskRecords.task(
        Task.newBuilder()
            .setTaskId(taskId)
            .setDigest("a".repeat(64))
            .setCategory("boxes")
            .setOrigin(TaskOrigin.AUTHORED)
            .setTurns(List.of(new TaskTurn(List.of(), List.of(), List.of(groundTruth))))
            .setInvolvedClasses(List.of("BoxAPI"))
            .setInitialConfig("{}")
            .setToolDocsDigests(List.of("b".repeat(64)))
            .build());
  }
}
