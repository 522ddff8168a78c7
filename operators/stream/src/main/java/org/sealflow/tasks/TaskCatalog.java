package org.sealflow.tasks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.environment.ToolDoc;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;

/**
 * The tasks an operator can verify, made of the records of the topic {@code tasks}; each is made
 * ready at its first use. Transient: the records are the state.
 */
public final class TaskCatalog {
  /** Looks up a record by its key in the topic. */
  @FunctionalInterface
  public interface Records {
    @Nullable TaskRecord get(String key) throws Exception;
  }

  private final Map<Name, ReadyTask> ready = new HashMap<>();
  private final Map<String, List<ToolDoc>> documents = new HashMap<>();

  /** The parts of a task's key, apart: joining them for each episode takes too long. */
  private record Name(String taskId, String digest) {}

  /** The key under which a task stands in the topic. */
  public static String key(String taskId, String digest) {
    return taskId + "/" + digest;
  }

  /**
   * The task, or null if it or something it refers to is not there yet.
   *
   * @throws UnverifiableEpisodeException if the record cannot be made into a task
   */
  public @Nullable ReadyTask get(String taskId, String digest, Records records) throws Exception {
    Name name = new Name(taskId, digest);
    ReadyTask known = ready.get(name);
    if (known != null) {
      return known;
    }
    TaskRecord record = records.get(key(taskId, digest));
    Task task = record == null ? null : record.getTask();
    if (task == null) {
      return null;
    }
    ReadyTask made;
    try {
      made = make(task, records);
    } catch (RuntimeException | StackOverflowError broken) {
      throw new UnverifiableEpisodeException(broken);
    }
    if (made != null) {
      ready.put(name, made);
    }
    return made;
  }

  /**
   * Key of the first record that is not there yet of a task and what it refers to; null if all are.
   */
  public static @Nullable String missing(String taskId, String digest, Records records)
      throws Exception {
    String key = key(taskId, digest);
    TaskRecord record = records.get(key);
    Task task = record == null ? null : record.getTask();
    if (task == null) {
      return key;
    }
    String longContext = task.getLongContextDigest();
    if (longContext != null && !holds(records.get(longContext), TaskRecord::getLongContext)) {
      return longContext;
    }
    for (String docs : task.getToolDocsDigests()) {
      if (!holds(records.get(docs), TaskRecord::getToolDocs)) {
        return docs;
      }
    }
    return null;
  }

  private static boolean holds(
      @Nullable TaskRecord record, Function<TaskRecord, @Nullable Object> part) {
    return record != null && part.apply(record) != null;
  }

  private static @Nullable LongContextConstants constants(String digest, Records records)
      throws Exception {
    TaskRecord record = records.get(digest);
    return record == null ? null : record.getLongContext();
  }

  private @Nullable ReadyTask make(Task task, Records records) throws Exception {
    String digest = task.getLongContextDigest();
    LongContextConstants constants = digest == null ? null : constants(digest, records);
    List<ToolDoc> tools = tools(task, records);
    return tools == null || (digest != null && constants == null)
        ? null
        : Environments.named(task.getEnvironment()).ready(new TaskMaterial(task, tools, constants));
  }

  private @Nullable List<ToolDoc> tools(Task task, Records records) throws Exception {
    List<ToolDoc> tools = new ArrayList<>();
    for (String digest : task.getToolDocsDigests()) {
      List<ToolDoc> known = documents.get(digest);
      if (known == null) {
        TaskRecord record = records.get(digest);
        ToolDocs docs = record == null ? null : record.getToolDocs();
        if (docs == null) {
          return null;
        }
        known = new ArrayList<>();
        for (String doc : docs.getDocs()) {
          known.add(ToolDoc.parse(doc, digest));
        }
        documents.put(digest, known);
      }
      tools.addAll(known);
    }
    return tools;
  }

  /** Forgets what was made of a record that is replaced or removed. */
  public void forget(String key) {
    int between = key.lastIndexOf('/');
    if (between >= 0) {
      ready.remove(new Name(key.substring(0, between), key.substring(between + 1)));
    }
    documents.remove(key);
  }
}
