package org.sealflow.verify;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runs that are kept in memory: the most recently used ones, at most a fixed number. */
final class LiveEpisodes {
  private final int capacity;
  private final Map<Attempt, EpisodeRun> runs;

  private record Attempt(String episodeId, int number) {}

  LiveEpisodes(int capacity) {
    this.capacity = capacity;
    this.runs =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Attempt, EpisodeRun> eldest) {
            return size() > capacity;
          }
        };
  }

  boolean isFull() {
    return runs.size() >= capacity;
  }

  @Nullable EpisodeRun get(String episodeId, int attempt) {
    return runs.get(new Attempt(episodeId, attempt));
  }

  void put(String episodeId, int attempt, EpisodeRun run) {
    runs.put(new Attempt(episodeId, attempt), run);
  }

  void remove(String episodeId, int attempt) {
    runs.remove(new Attempt(episodeId, attempt));
  }
}
