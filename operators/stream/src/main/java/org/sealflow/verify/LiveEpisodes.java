package org.sealflow.verify;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps at most a fixed number of runs in memory. If there are more, it drops the one with the
 * fewest calls, which is the cheapest to execute again. Dropping the least recently used one would
 * drop each run before its next event if many more episodes are in flight and take turns. A run
 * whose episode stalls keeps its place until its deadline.
 */
final class LiveEpisodes {
  private final int capacity;
  private final Map<Attempt, Kept> runs = new HashMap<>();

  /** Number of calls at the last {@link #get} → the runs with that number, oldest first. */
  private final NavigableMap<Integer, Set<Attempt>> byCalls = new TreeMap<>();

  private record Attempt(String episodeId, int number) {}

  /**
   * A run.
   *
   * @param calls the number of its calls at the last {@link #get}
   */
  private record Kept(EpisodeRun run, int calls) {}

  LiveEpisodes(int capacity) {
    this.capacity = capacity;
  }

  boolean isFull() {
    return runs.size() >= capacity;
  }

  @Nullable EpisodeRun get(String episodeId, int number) {
    Attempt attempt = new Attempt(episodeId, number);
    Kept kept = runs.get(attempt);
    if (kept == null) {
      return null;
    }
    if (kept.calls != kept.run.calls()) {
      remove(attempt);
      keep(attempt, kept.run);
    }
    return kept.run;
  }

  /** Adds a run, which stays at least until the next one is added. */
  void put(String episodeId, int number, EpisodeRun run) {
    if (isFull()) {
      remove(byCalls.firstEntry().getValue().iterator().next());
    }
    keep(new Attempt(episodeId, number), run);
  }

  private void keep(Attempt attempt, EpisodeRun run) {
    runs.put(attempt, new Kept(run, run.calls()));
    byCalls.computeIfAbsent(run.calls(), first -> new LinkedHashSet<>()).add(attempt);
  }

  void remove(String episodeId, int number) {
    remove(new Attempt(episodeId, number));
  }

  private void remove(Attempt attempt) {
    Kept kept = runs.remove(attempt);
    if (kept != null) {
      byCalls.computeIfPresent(
          kept.calls, (calls, same) -> same.remove(attempt) && same.isEmpty() ? null : same);
    }
  }
}
