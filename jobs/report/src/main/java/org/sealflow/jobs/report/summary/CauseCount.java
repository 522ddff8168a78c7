package org.sealflow.jobs.report.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * Counts failed episodes by root cause, and those that fixing it would recover; of episodes that
 * nobody can judge those of which a turn is proved to fail.
 */
final class CauseCount {
  private static final int MOST_CAUSES = 500;

  private final BoundedCounters<Cause, Counter> causes =
      new BoundedCounters<>(MOST_CAUSES, Cause.OTHER, Counter::new);
  private long failed;

  private static final class Counter {
    private long episodes;
    private long alone;
    private @Nullable String example;
  }

  /**
   * A cause with its counts.
   *
   * @param episodes episodes with this root cause, among all that fail
   * @param recovered those among them that would pass if their root-cause turn did
   * @param example where the first one shows it
   */
  record Ranked(Cause cause, Proportion episodes, long recovered, String example) {}

  void add(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    boolean proved = episode.getVerdict() == Verdict.UNJUDGED && Cause.root(turns, episode) != null;
    if (episode.getVerdict() != Verdict.POLICY_FAILED && !proved) {
      return;
    }
    failed++;
    Cause cause = Cause.of(turns, episode);
    if (cause == null) {
      return;
    }
    Counter counter = causes.of(cause);
    counter.episodes++;
    counter.alone += Cause.isAlone(turns, episode) ? 1 : 0;
    if (counter.example == null) {
      counter.example = Cause.example(turns, episode);
    }
  }

  /** The causes, those whose fixing would recover most first. */
  List<Ranked> ranked(int most) {
    return causes.all().entrySet().stream()
        .map(this::ranked)
        .sorted(
            Comparator.comparingLong((Ranked each) -> -each.recovered())
                .thenComparingLong(each -> -each.episodes().count())
                .thenComparing(each -> each.cause().text()))
        .limit(most)
        .toList();
  }

  private Ranked ranked(Map.Entry<Cause, Counter> entry) {
    Counter counter = entry.getValue();
    return new Ranked(
        entry.getKey(),
        new Proportion(counter.episodes, failed),
        counter.alone,
        counter.example == null ? "" : counter.example);
  }
}
