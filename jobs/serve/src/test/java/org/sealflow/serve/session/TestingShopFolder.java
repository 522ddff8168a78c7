package org.sealflow.serve.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.TestingShopTasks;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;

/** Tasks of the testing shop, as if read from a directory. */
public final class TestingShopFolder implements TaskFolder {
  /** Two turns: put an apple into the basket, count it. */
  public static final String TWO_TURNS = "shop_0";

  /** One turn: put two pears into the basket. */
  public static final String ONE_TURN = "shop_1";

  private final Map<String, Task> records = new LinkedHashMap<>();
  private final Map<String, ReadyTask> ready = new LinkedHashMap<>();

  /** The shop's tasks. */
  public TestingShopFolder() {
    add(
        TestingShopTasks.task(
            TWO_TURNS, List.of("put(item='apple', count=1)"), List.of("total()")));
    add(TestingShopTasks.task(ONE_TURN, List.of("put(item='pear', count=2)")));
  }

  private void add(Task task) {
    records.put(task.getTaskId(), task);
    ready.put(task.getTaskId(), TestingShopTasks.ready(task));
  }

  @Override
  public List<? extends TaskOutline> tasks() {
    return new ArrayList<>(ready.values());
  }

  @Override
  public boolean contains(String taskId) {
    return records.containsKey(taskId);
  }

  private Task record(String taskId) {
    Task task = records.get(taskId);
    if (task == null) {
      throw new AssertionError("no task " + taskId);
    }
    return task;
  }

  @Override
  public String digest(String taskId) {
    return record(taskId).getDigest();
  }

  @Override
  public ReadyTask ready(String taskId) {
    return TestingShopTasks.ready(record(taskId));
  }

  @Override
  public List<TaskRecord> records() {
    List<TaskRecord> all = new ArrayList<>();
    all.add(TestingShopTasks.tools());
    records.values().forEach(task -> all.add(TaskRecords.task(task)));
    return all;
  }
}
