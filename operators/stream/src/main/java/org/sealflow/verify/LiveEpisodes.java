package org.sealflow.verify;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The runs that are kept in memory, at most a fixed number: of more than that the ones that would
 * take the most calls to make again. Where episodes take turns and many more are in flight, the
 * most recently used ones would all be gone before they are used again. A run whose episode stalls
 * keeps its place until its deadline.
 */
final class LiveEpisodes {
  private final int capacity;
  private final Map<Attempt, Kept> runs = new HashMap<>();

  /** Calls → the runs that had so many when they were last asked for. */
  private final NavigableMap<Integer, Set<Attempt>> byCalls = new TreeMap<>();

  private record Attempt(String episodeId, int number) {}

  /**
   * A run.
   *
   * @param calls how many it had when it was last asked for
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

  /** Keeps a run until the next one comes at least. */
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
