package org.sealflow.rollout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.verify.TaskCatalog;

/**
 * The requests that cannot be played yet: some wait for a place, in order, and some for the records
 * of their task, without being in anybody's way.
 */
final class RequestQueue {
  private final Deque<EpisodeRequest> ready = new ArrayDeque<>();
  private final Map<String, List<TaskWait>> withoutTask = new LinkedHashMap<>();
  private int waitingForTask;

  private record TaskWait(EpisodeRequest request, long since) {}

  /** Adds a request that waits for a place alone. */
  void add(EpisodeRequest request) {
    ready.add(request);
  }

  /** Adds a request of which the task is not there yet. */
  void addWithoutTask(EpisodeRequest request, long now) {
    withoutTask
        .computeIfAbsent(key(request), task -> new ArrayList<>())
        .add(new TaskWait(request, now));
    waitingForTask++;
  }

  private static String key(EpisodeRequest request) {
    return TaskCatalog.key(request.taskId(), request.taskDigest());
  }

  /** Takes out the next request that can be played; null where there is none. */
  @Nullable EpisodeRequest poll() {
    return ready.poll();
  }

  int waitingForPlace() {
    return ready.size();
  }

  int waitingForTask() {
    return waitingForTask;
  }

  /** Lines up the requests of which the task has come. */
  void taskArrived(Predicate<EpisodeRequest> playable) {
    Iterator<List<TaskWait>> waits = withoutTask.values().iterator();
    while (waits.hasNext()) {
      List<TaskWait> sameTask = waits.next();
      if (playable.test(sameTask.get(0).request())) {
        waits.remove();
        waitingForTask -= sameTask.size();
        sameTask.forEach(wait -> ready.add(wait.request()));
      }
    }
  }

  /** Takes out the requests that have been waiting for their task since a moment or longer. */
  List<EpisodeRequest> overdue(long since) {
    List<EpisodeRequest> overdue = new ArrayList<>();
    for (List<TaskWait> sameTask : withoutTask.values()) {
      sameTask.removeIf(wait -> wait.since() <= since && overdue.add(wait.request()));
    }
    withoutTask.values().removeIf(List::isEmpty);
    waitingForTask -= overdue.size();
    return overdue;
  }

  /** All of them. */
  List<EpisodeRequest> all() {
    List<EpisodeRequest> all = new ArrayList<>(ready);
    withoutTask.values().forEach(waits -> waits.forEach(wait -> all.add(wait.request())));
    return all;
  }
}
