package org.sealflow.schemas;

/** Checks records of the topic tasks. */
final class TaskCheck {
  private TaskCheck() {}

  static void check(TaskRecord record, Problems problems) {
    problems.present("kind", record.getKind());
    Task task = record.getTask();
    ToolDocs toolDocs = record.getToolDocs();
    problems.payload("task", task, record.getKind() == TaskRecordKind.TASK);
    problems.payload("toolDocs", toolDocs, record.getKind() == TaskRecordKind.TOOL_DOCS);
    LongContextConstants constants = record.getLongContext();
    problems.payload("longContext", constants, record.getKind() == TaskRecordKind.LONG_CONTEXT);
    if (constants != null) {
      problems.filled("digest", constants.getDigest());
      problems.filled("constants", constants.getConstants());
    }
    if (task != null) {
      task(task, problems);
    }
    if (toolDocs != null) {
      toolDocs(toolDocs, problems);
    }
  }

  private static void task(Task task, Problems problems) {
    problems.shown("taskId", task.getTaskId());
    problems.shown("digest", task.getDigest());
    problems.shown("category", task.getCategory());
    problems.present("origin", task.getOrigin());
    problems.filled("initialConfig", task.getInitialConfig());
    problems.filledOrNull("longContextDigest", task.getLongContextDigest());
    problems.present("turns", task.getTurns());
    problems.expect(task.getTurns() == null || !task.getTurns().isEmpty(), "turns are empty");
    problems.present("involvedClasses", task.getInvolvedClasses());
    problems.present("toolDocsDigests", task.getToolDocsDigests());
    if (task.getInvolvedClasses() != null && task.getToolDocsDigests() != null) {
      int classes = task.getInvolvedClasses().size();
      int digests = task.getToolDocsDigests().size();
      problems.expect(
          classes == digests, digests + " toolDocsDigests for " + classes + " involvedClasses");
    }
  }

  private static void toolDocs(ToolDocs toolDocs, Problems problems) {
    problems.filled("simulatorClass", toolDocs.getSimulatorClass());
    problems.filled("digest", toolDocs.getDigest());
    problems.present("docs", toolDocs.getDocs());
  }
}
