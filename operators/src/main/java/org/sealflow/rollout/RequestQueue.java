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
 * of their task or for a version of the policy to be in use, without being in anybody's way.
 */
final class RequestQueue {
  private final Deque<EpisodeRequest> ready = new ArrayDeque<>();
  private final Map<String, List<TaskWait>> withoutTask = new LinkedHashMap<>();
  private final Deque<EpisodeRequest> withoutVersion = new ArrayDeque<>();
  private int waitingForTask;
  private long version = -1;

  private record TaskWait(EpisodeRequest request, long since) {}

  /** Adds a request that waits for a place alone, or for the policy's version too. */
  void add(EpisodeRequest request) {
    if (request.oldestVersion() <= version) {
      ready.add(request);
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

  /** Takes out the next request that can be played; null where there is none. */
  @Nullable EpisodeRequest poll() {
    return ready.poll();
  }

  int waitingForPlace() {
    return ready.size();
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
    List<EpisodeRequest> all = new ArrayList<>(ready);
    all.addAll(withoutVersion);
    withoutTask.values().forEach(waits -> waits.forEach(wait -> all.add(wait.request())));
    return all;
  }
}
