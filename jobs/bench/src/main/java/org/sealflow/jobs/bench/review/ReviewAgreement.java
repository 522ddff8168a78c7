package org.sealflow.jobs.bench.review;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.ReviewRule;
import org.sealflow.review.rule.TrajectoryReviewer;

/** Counts what the rules find in episodes beside what their references show. Not thread-safe. */
public final class ReviewAgreement {
  private final String source;
  private final List<RuleAgreement> rules = new ArrayList<>();
  private long episodes;
  private long failedEpisodes;
  private long failedFound;
  private long turns;
  private long failingTurns;
  private long foundTurns;
  private long foundFailing;

  /**
   * @param source what the episodes are recordings of
   */
  ReviewAgreement(String source) {
    this.source = source;
    for (ReviewRule rule : ReviewRule.values()) {
      rules.add(new RuleAgreement(rule));
    }
  }

  void add(ComparedEpisode episode) {
    List<Set<ReviewRule>> found = new ArrayList<>();
    episode.turns().forEach(turn -> found.add(EnumSet.noneOf(ReviewRule.class)));
    for (ReviewFinding finding : TrajectoryReviewer.review(episode.trajectory())) {
      found.get(episode.turnOfReply().get(finding.turn() - 1)).add(finding.rule());
    }
    episodes++;
    failedEpisodes += episode.failed() ? 1 : 0;
    failedFound += episode.failed() && found.stream().anyMatch(rule -> !rule.isEmpty()) ? 1 : 0;
    for (int turn = 0; turn < found.size(); turn++) {
      add(episode.turns().get(turn), episode.failed(), found.get(turn));
    }
  }

  private void add(ReferenceTurn turn, boolean failedEpisode, Set<ReviewRule> found) {
    turns++;
    failingTurns += turn.fails() ? 1 : 0;
    foundTurns += found.isEmpty() ? 0 : 1;
    foundFailing += turn.fails() && !found.isEmpty() ? 1 : 0;
    for (RuleAgreement rule : rules) {
      rule.add(turn, failedEpisode, found.contains(rule.rule()));
    }
  }

  public String source() {
    return source;
  }

  /** Each rule, in their order. */
  public List<RuleAgreement> rules() {
    return List.copyOf(rules);
  }

  public long episodes() {
    return episodes;
  }

  public long failedEpisodes() {
    return failedEpisodes;
  }

  /** Failed episodes in which some rule finds something. */
  public long failedFound() {
    return failedFound;
  }

  public long turns() {
    return turns;
  }

  /** Turns that fail by their reference. */
  public long failingTurns() {
    return failingTurns;
  }

  /** Turns in which some rule finds something. */
  public long foundTurns() {
    return foundTurns;
  }

  /** Failing turns in which some rule finds something. */
  public long foundFailing() {
    return foundFailing;
  }
}
