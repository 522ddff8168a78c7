package org.sealflow.jobs.report.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.tasks.TaskCatalog;

/**
 * The tasks whose episodes are looked into, as records of a directory or of the topic. Thread-safe.
 */
public final class InspectedTasks {
  private final Map<String, TaskRecord> records = new HashMap<>();
  private final Map<String, String> words = new HashMap<>();
  private final TaskCatalog catalog = new TaskCatalog();

  /** No task yet. */
  public InspectedTasks() {}

  /** These tasks, and what they refer to. */
  public InspectedTasks(List<TaskRecord> records) {
    records.forEach(this::add);
  }

  /** Adds a record, in place of one of the same key. */
  public synchronized void add(TaskRecord record) {
    String key = TaskRecords.key(record);
    records.put(key, record);
    catalog.forget(key);
    Task task = record.getTask();
    if (task != null) {
      List<String> said = new ArrayList<>();
      task.getTurns()
          .forEach(turn -> turn.getMessages().forEach(message -> said.add(message.getContent())));
      words.put(task.getTaskId(), String.join("\n", said).toLowerCase(Locale.ROOT));
    }
  }

  /**
   * The task of an episode.
   *
   * @throws IllegalStateException if it is not known
   */
  synchronized Task task(EpisodeStarted header) {
    TaskRecord record = records.get(TaskCatalog.key(header.getTaskId(), header.getTaskDigest()));
    Task task = record == null ? null : record.getTask();
    if (task == null) {
      throw unknown(header);
    }
    return task;
  }

  /**
   * The same made ready.
   *
   * @throws IllegalStateException if it is not known
   */
  synchronized ReadyTask ready(EpisodeStarted header) {
    ReadyTask ready =
        inMemory(() -> catalog.get(header.getTaskId(), header.getTaskDigest(), records::get));
    if (ready == null) {
      throw unknown(header);
    }
    return ready;
  }

  /** Key of a record that an episode's task, or what it refers to, lacks; null if it lacks none. */
  public synchronized @Nullable String missing(EpisodeStarted header) {
    return inMemory(
        () -> TaskCatalog.missing(header.getTaskId(), header.getTaskDigest(), records::get));
  }

  private static <T> @Nullable T inMemory(Callable<@Nullable T> lookup) {
    try {
      return lookup.call();
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception impossible) {
      throw new IllegalStateException("memory can be read", impossible);
    }
  }

  private static IllegalStateException unknown(EpisodeStarted header) {
    return new IllegalStateException("task " + header.getTaskId() + " is not known");
  }

  /** Ids of the tasks in which a user, or its scenario, says this, in lower case. */
  synchronized Set<String> saying(String text) {
    return words.entrySet().stream()
        .filter(task -> task.getValue().contains(text))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
