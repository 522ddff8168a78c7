package org.sealflow.rollout;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.tasks.TaskCatalog;

/**
 * The tasks that can be played, made of the records of the topic {@code tasks}, each at its first
 * use. Transient: the records are the state.
 */
final class EpisodeTasks {
  private final TaskCatalog.Records records;
  private final PromptStyle style;
  private final TaskCatalog catalog = new TaskCatalog();
  private final Map<String, PlayableTask> playable = new HashMap<>();
  private final Map<String, ReadyTask> latest = new HashMap<>();

  EpisodeTasks(TaskCatalog.Records records, PromptStyle style) {
    this.records = records;
    this.style = style;
  }

  /** Whether the task of a request and all it refers to is there. */
  boolean isKnown(EpisodeRequest request) {
    Task task = record(request);
    if (task == null) {
      return false;
    }
    String longContext = task.getLongContextDigest();
    return (longContext == null || lookUp(longContext) != null)
        && task.getToolDocsDigests().stream().allMatch(digest -> lookUp(digest) != null);
  }

  /**
   * The task of a request that is known.
   *
   * @throws UnplayableTaskException if its records are broken
   */
  PlayableTask get(EpisodeRequest request) throws UnplayableTaskException {
    String key = TaskCatalog.key(request.taskId(), request.taskDigest());
    PlayableTask task = playable.get(key);
    if (task == null) {
      task = make(request);
      playable.put(key, task);
    }
    latest.put(request.taskId(), task.task());
    return task;
  }

  /** Of the tasks of that name, the one asked for last; null if none was. */
  @Nullable ReadyTask named(String taskId) {
    return latest.get(taskId);
  }

  private PlayableTask make(EpisodeRequest request) throws UnplayableTaskException {
    try {
      ReadyTask task = catalog.get(request.taskId(), request.taskDigest(), records);
      if (task == null) {
        throw new IllegalArgumentException("a record it refers to is missing or of another kind");
      }
      return new PlayableTask(task, style);
    } catch (Exception broken) {
      throw new UnplayableTaskException(request.taskId(), broken);
    }
  }

  /** Forgets what was made of a record that is replaced or removed. */
  void forget(String key) {
    catalog.forget(key);
    playable.remove(key);
  }

  private @Nullable Task record(EpisodeRequest request) {
    TaskRecord record = lookUp(TaskCatalog.key(request.taskId(), request.taskDigest()));
    return record == null ? null : record.getTask();
  }

  private @Nullable TaskRecord lookUp(String key) {
    try {
      return records.get(key);
    } catch (Exception unreadable) {
      throw new IllegalStateException("the state of tasks cannot be read", unreadable);
    }
  }
}
