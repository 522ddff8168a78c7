package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Searches the fewest deviations that must be taken away for a conversation to pass. */
final class SmallestMending {
  private static final int MOST_EXECUTIONS = 100;

  private final MendedEpisode episode;
  private final List<Deviation> deviations;
  private final List<Deviation> always;

  /**
   * @param deviations those to choose from, by place
   * @param always those that are taken away in any case
   */
  SmallestMending(MendedEpisode episode, List<Deviation> deviations, List<Deviation> always) {
    this.episode = episode;
    this.deviations = deviations;
    this.always = always;
  }

  /**
   * The deviations by place; null if the conversation does not pass without all of them. First each
   * one, the last first, is left as it was if that does no harm; then smaller sets are tried.
   */
  @Nullable List<Deviation> find() {
    if (!passes(deviations)) {
      return null;
    }
    List<Deviation> found = withoutNeedless();
    for (int size = 1; size < found.size(); size++) {
      List<Deviation> smaller = ofSize(size, 0, new ArrayList<>());
      if (smaller != null) {
        return smaller;
      }
    }
    return found;
  }

  /** Until none can be left as it was: switches undo each other, so one round may not do. */
  private List<Deviation> withoutNeedless() {
    Set<Deviation> needed = new LinkedHashSet<>(deviations);
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (int i = deviations.size() - 1; i >= 0; i--) {
        Deviation deviation = deviations.get(i);
        if (needed.remove(deviation)) {
          boolean needless = passes(needed);
          smaller |= needless;
          if (!needless) {
            needed.add(deviation);
          }
        }
      }
    }
    return needed.stream().sorted(Deviation.BY_PLACE).toList();
  }

  private @Nullable List<Deviation> ofSize(int size, int from, List<Deviation> chosen) {
    if (chosen.size() == size) {
      return passes(chosen) ? List.copyOf(chosen) : null;
    }
    for (int i = from; i < deviations.size(); i++) {
      if (episode.executions() >= MOST_EXECUTIONS) {
        return null;
      }
      chosen.add(deviations.get(i));
      List<Deviation> found = ofSize(size, i + 1, chosen);
      if (found != null) {
        return found;
      }
      chosen.remove(chosen.size() - 1);
    }
    return null;
  }

  private boolean passes(Collection<Deviation> mended) {
    List<Deviation> all = new ArrayList<>(always);
    all.addAll(mended);
    all.sort(Deviation.BY_PLACE);
    return episode.passes(all);
  }
}
