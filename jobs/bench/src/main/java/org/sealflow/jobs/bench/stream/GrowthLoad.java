package org.sealflow.jobs.bench.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.environment.TaskOutline;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;

/**
 * The size of a system, of which one side is grown at a time.
 *
 * @param subtasks parallel instances of each operator
 * @param categories categories of tasks; equally many episodes play each
 * @param runs runs that play at the same time; equally many episodes belong to each
 * @param inFlight episodes under way at a time
 */
record GrowthLoad(int subtasks, int categories, int runs, int inFlight) {
  /** Whatever the categories, so many copies of each task are known; one digit tells them apart. */
  private static final int COPIES = 8;

  GrowthLoad {
    if (categories < 1 || categories > COPIES) {
      throw new IllegalArgumentException(
          "categories is " + categories + ", expected 1 to " + COPIES);
    }
  }

  /** The size in words. */
  String text() {
    return String.format(
        Locale.ROOT,
        "subtasks %d, categories %d, runs %d, episodes in flight %,d",
        subtasks,
        categories,
        runs,
        inFlight);
  }

  /** All copies of the tasks, each in its category; other records as they are. */
  List<TaskRecord> tasks(List<TaskRecord> records) {
    List<TaskRecord> all = new ArrayList<>();
    for (TaskRecord record : records) {
      Task task = record.getTask();
      if (task == null) {
        all.add(record);
        continue;
      }
      for (int copy = 0; copy < COPIES; copy++) {
        Task copied = Task.newBuilder(task).build();
        copied.setTaskId(id(task.getTaskId(), copy));
        copied.setCategory(TaskOutline.category(copied.getTaskId()));
        all.add(TaskRecords.task(copied));
      }
    }
    return all;
  }

  /** The run of an episode. */
  String run(int episode) {
    return "run-" + episode % runs;
  }

  /** The header of an episode, about the copy of its task that it plays. */
  EpisodeStarted header(EpisodeStarted of, int episode) {
    EpisodeStarted header = EpisodeStarted.newBuilder(of).build();
    header.setTaskId(id(of.getTaskId(), episode % COPIES));
    return header;
  }

  /** The category of a task is its id without the number. */
  private String id(String taskId, int copy) {
    String category = TaskOutline.category(taskId);
    String number = taskId.substring(category.length() + 1);
    return category + "-" + copy % categories + "_" + number + copy;
  }
}
