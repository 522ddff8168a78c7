package org.sealflow.synthesize;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.GeneratorSources;

/**
 * The tasks of a run: those trained on, which are not to be made again, and those held out for
 * validation and test, which must never come out.
 */
public final class KnownTasks {
  private final GeneratorSources sources;
  private final Map<String, Task> training = new LinkedHashMap<>();
  private final List<Task> heldOut;
  private final Set<String> heldOutIds = new HashSet<>();
  private final Set<String> heldOutCalls = new HashSet<>();
  private final Set<String> heldOutStarts = new HashSet<>();
  private final Set<String> heldOutWords = new HashSet<>();

  /**
   * Tasks of these two sets.
   *
   * @param sources the documentation of their tools
   */
  public KnownTasks(GeneratorSources sources, Collection<Task> training, Collection<Task> heldOut) {
    this.sources = sources;
    this.heldOut = List.copyOf(heldOut);
    training.forEach(task -> this.training.put(task.id(), task));
    for (Task task : heldOut) {
      heldOutIds.add(task.id());
      add(heldOutCalls, identity(task));
      add(heldOutStarts, TaskContent.start(task));
      add(heldOutWords, TaskContent.said(task));
    }
  }

  private static void add(Set<String> texts, String text) {
    if (!text.isEmpty()) {
      texts.add(text);
    }
  }

  /** The documentation of their tools. */
  public GeneratorSources sources() {
    return sources;
  }

  /** Whether a task is trained on, and not held out under the same name. */
  boolean isTraining(String taskId) {
    return training.containsKey(taskId) && !heldOutIds.contains(taskId);
  }

  /** The task trained on of that name; empty if there is none. */
  Optional<Task> task(String taskId) {
    return isTraining(taskId) ? Optional.ofNullable(training.get(taskId)) : Optional.empty();
  }

  /** The tasks trained on. */
  Collection<Task> training() {
    return training.values();
  }

  /** The tasks held out. */
  List<Task> heldOut() {
    return heldOut;
  }

  /** The tools that the ground truth of a task trained on calls; empty if there is no such task. */
  List<String> tools(String taskId) {
    Set<String> tools = new TreeSet<>();
    task(taskId).ifPresent(task -> TaskCalls.tools(task).forEach(tools::addAll));
    return List.copyOf(tools);
  }

  /** All calls of a task in one text. */
  String identity(Task task) {
    return TaskCalls.identity(task, sources.of(task));
  }

  /**
   * Whether a task is a variant of one held out: it calls the same, starts in the same state, or
   * its user says the same.
   */
  boolean resemblesHeldOut(Task task) {
    return heldOutIds.contains(task.id())
        || heldOutCalls.contains(identity(task))
        || heldOutStarts.contains(TaskContent.start(task))
        || heldOutWords.contains(TaskContent.said(task));
  }
}
