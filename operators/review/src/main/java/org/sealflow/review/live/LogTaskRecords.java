package org.sealflow.review.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskOrigin;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.digest.Sha256;

/** The tasks that logs stand for: one for each list of tools that was offered. */
public final class LogTaskRecords {
  private static final int SHOWN_DIGITS = 8;

  private final Map<String, Task> tasks = new LinkedHashMap<>();

  /** The task of records that were offered these tools; null if they do not say. */
  public Task task(@Nullable List<OfferedTool> tools) {
    return tasks.computeIfAbsent(RecordText.ofTools(tools), LogTaskRecords::made);
  }

  private static Task made(String config) {
    String digest = Sha256.hex(config);
    return Task.newBuilder()
        .setTaskId(LogEnvironment.CATEGORY + "_" + digest.substring(0, SHOWN_DIGITS))
        .setDigest(digest)
        .setCategory(LogEnvironment.CATEGORY)
        .setOrigin(TaskOrigin.SYNTHESIZED)
        .setTurns(List.of(new TaskTurn(List.of(), List.of(), List.of())))
        .setInvolvedClasses(List.of())
        .setInitialConfig(config)
        .setToolDocsDigests(List.of())
        .setEnvironment(LogEnvironment.NAME)
        .build();
  }

  /** All tasks asked for so far, as records of their topic. */
  public List<TaskRecord> records() {
    return tasks.values().stream().map(TaskRecords::task).toList();
  }
}
