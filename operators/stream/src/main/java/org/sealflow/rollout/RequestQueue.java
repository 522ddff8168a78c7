package org.sealflow.rollout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.tasks.TaskCatalog;

/**
 * The requests that cannot be played yet: some wait for a place, batch by batch, and some for the
 * records of their task or for a version of the policy to be in use, without being in anybody's
 * way.
 */
final class RequestQueue {
  private final NavigableMap<Long, Deque<EpisodeRequest>> ready = new TreeMap<>();
  private final Map<String, List<TaskWait>> withoutTask = new LinkedHashMap<>();
  private final Deque<EpisodeRequest> withoutVersion = new ArrayDeque<>();
  private int waitingForPlace;
  private int waitingForTask;
  private long version = -1;

  private record TaskWait(EpisodeRequest request, long since) {}

  /** Adds a request that waits for a place alone, or for the policy's version too. */
  void add(EpisodeRequest request) {
    if (request.oldestVersion() <= version) {
      ready.computeIfAbsent(request.batchNumber(), batch -> new ArrayDeque<>()).add(request);
      waitingForPlace++;
    } else {
      withoutVersion.add(request);
    }
  }

  /** Lines up the requests that a version of the policy which is in use now is new enough for. */
  void versionInUse(long inUse) {
    if (inUse > version) {
      version = inUse;
      List<EpisodeRequest> waited = List.copyOf(withoutVersion);
      withoutVersion.clear();
      waited.forEach(this::add);
    }
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

  /** Takes out the next request that can be played; null if there is none. */
  @Nullable EpisodeRequest poll() {
    Map.Entry<Long, Deque<EpisodeRequest>> first = ready.firstEntry();
    if (first == null) {
      return null;
    }
    EpisodeRequest next = first.getValue().remove();
    if (first.getValue().isEmpty()) {
      ready.remove(first.getKey());
    }
    waitingForPlace--;
    return next;
  }

  /** The batch of the next request that can be played. */
  Optional<Long> nextBatch() {
    return ready.isEmpty() ? Optional.empty() : Optional.of(ready.firstKey());
  }

  int waitingForPlace() {
    return waitingForPlace;
  }

  int waitingForVersion() {
    return withoutVersion.size();
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
        sameTask.forEach(wait -> add(wait.request()));
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
    List<EpisodeRequest> all = new ArrayList<>();
    ready.values().forEach(all::addAll);
    all.addAll(withoutVersion);
    withoutTask.values().forEach(waits -> waits.forEach(wait -> all.add(wait.request())));
    return all;
  }
}
