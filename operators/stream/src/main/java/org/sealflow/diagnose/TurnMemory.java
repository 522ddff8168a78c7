package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.verify.Verified;

/**
 * The diagnoses of the turns of episodes that have not ended, the most recently used ones, at most
 * a fixed number of episodes. Only a shortcut: a diagnosis follows from the facts of its turn, so
 * that what is forgotten is made again.
 */
final class TurnMemory {
  private final Map<Attempt, List<Diagnosis>> turns;

  private record Attempt(String episodeId, int number) {
    static Attempt of(Verified verified) {
      return new Attempt(verified.episodeId(), verified.attempt());
    }
  }

  TurnMemory(int episodes) {
    turns =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Attempt, List<Diagnosis>> eldest) {
            return size() > episodes;
          }
        };
  }

  void keep(Verified turn, Diagnosis diagnosis) {
    turns.computeIfAbsent(Attempt.of(turn), attempt -> new ArrayList<>()).add(diagnosis);
  }

  /** Forgets the attempt; null if not all of so many turns are remembered. */
  @Nullable List<Diagnosis> take(Verified end, int count) {
    List<Diagnosis> known = turns.remove(Attempt.of(end));
    return known != null && known.size() == count ? known : null;
  }
}
