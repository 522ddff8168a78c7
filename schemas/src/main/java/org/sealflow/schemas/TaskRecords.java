package org.sealflow.schemas;

/**
 * Makes valid records of the topic tasks. Each method throws {@link IllegalArgumentException} where
 * the record would be invalid, naming every problem.
 */
public final class TaskRecords {
  private TaskRecords() {}

  /** A task. */
  public static TaskRecord task(Task task) {
    return Records.valid(new TaskRecord(TaskRecordKind.TASK, task, null, null));
  }

  /** The tool docs of a simulator class. */
  public static TaskRecord toolDocs(ToolDocs toolDocs) {
    return Records.valid(new TaskRecord(TaskRecordKind.TOOL_DOCS, null, toolDocs, null));
  }

  /** The constants of the long-context category. */
  public static TaskRecord longContext(LongContextConstants constants) {
    return Records.valid(new TaskRecord(TaskRecordKind.LONG_CONTEXT, null, null, constants));
  }

  /**
   * The key of a valid record in the topic: task id and digest, or the digest of what tasks refer
   * to.
   *
   * @throws IllegalArgumentException if the record is invalid
   */
  public static String key(TaskRecord record) {
    Task task = record.getTask();
    if (task != null) {
      return task.getTaskId() + "/" + task.getDigest();
    }
    ToolDocs toolDocs = record.getToolDocs();
    if (toolDocs != null) {
      return toolDocs.getDigest();
    }
    LongContextConstants constants = record.getLongContext();
    if (constants != null) {
      return constants.getDigest();
    }
    throw new IllegalArgumentException("a record of the topic tasks without payload has no key");
  }
}
