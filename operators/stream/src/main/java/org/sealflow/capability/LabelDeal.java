package org.sealflow.capability;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.sealflow.diagnose.DiagnosedEpisode;

/**
 * Deals the labels of the failed turns of a batch out anew. Every label goes to some failed turn,
 * each episode keeps its number of root causes, and among the ways of doing so each is as likely as
 * any: the marks of root causes are dealt among the failed turns of their episode, the labels with
 * a mark among the marked turns of the batch, and those without among the others (Fisher and
 * Yates).
 *
 * <p>Verdicts, rewards, calls, and which turns fail stay as they are. So does what is said of
 * episodes that say nothing about the policy, of turns never reached, and of turns that pass, even
 * where such a turn is the root cause because it leaves other private state.
 */
final class LabelDeal {
  private final SplittableRandom random;

  private LabelDeal(long seed, long batchNumber) {
    random = new SplittableRandom(new SplittableRandom(seed).nextLong() + batchNumber);
  }

  /**
   * The episodes of a batch with their labels dealt anew, by id.
   *
   * @param episodes in any order, for what is dealt does not depend on it; ids all different
   * @param seed seed of the run
   * @param batchNumber number of the batch, so that every batch is dealt differently
   */
  static List<DiagnosedEpisode> of(
      Collection<DiagnosedEpisode> episodes, long seed, long batchNumber) {
    List<LabelledEpisode> labelled =
        episodes.stream()
            .sorted(Comparator.comparing(DiagnosedEpisode::id))
            .map(LabelledEpisode::new)
            .toList();
    return new LabelDeal(seed, batchNumber).deal(labelled);
  }

  private List<DiagnosedEpisode> deal(List<LabelledEpisode> episodes) {
    Iterator<TurnLabel> rootCauses = shuffled(labels(episodes, true)).iterator();
    Iterator<TurnLabel> others = shuffled(labels(episodes, false)).iterator();
    List<DiagnosedEpisode> with = new ArrayList<>();
    for (LabelledEpisode episode : episodes) {
      int marks = episode.labels(true).size();
      Map<Integer, TurnLabel> dealt = new HashMap<>();
      for (int place : shuffled(episode.places())) {
        dealt.put(place, (dealt.size() < marks ? rootCauses : others).next());
      }
      with.add(episode.with(dealt));
    }
    return with;
  }

  private static List<TurnLabel> labels(List<LabelledEpisode> episodes, boolean rootCause) {
    return episodes.stream().flatMap(episode -> episode.labels(rootCause).stream()).toList();
  }

  private <T> List<T> shuffled(List<T> values) {
    List<T> shuffled = new ArrayList<>(values);
    for (int last = shuffled.size() - 1; last > 0; last--) {
      Collections.swap(shuffled, last, random.nextInt(last + 1));
    }
    return shuffled;
  }
}
