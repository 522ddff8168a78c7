package org.sealflow.learn.sample;

import java.util.Collections;
import java.util.List;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.algorithm.SampleDiagnosis;
import org.sealflow.learn.algorithm.TurnOutcome;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.Verdicts;

/**
 * The findings about an episode, as far as a training step needs them.
 *
 * @param category category of its task
 * @param verdict what it counts as
 * @param strictSuccess whether it passed and every turn is a pass or a correct abstention
 * @param tags tag of each turn of the task in order, padding included; empty if not verified
 * @param reachedTurns how many of these turns began
 * @param rootCauseTurn the turn where the failure began, below {@code reachedTurns}, which for an
 *     episode cut off in a turn that had done no harm yet is that turn; {@link #NO_TURN} where none
 *     is to blame
 * @param judgements outcome of each turn from the right state, as many as there are tags
 * @param firstTurn the first turn that the policy played itself: 0, or where a branch starts
 */
public record SampleFindings(
    String category,
    Verdict verdict,
    boolean strictSuccess,
    List<Tag> tags,
    int reachedTurns,
    int rootCauseTurn,
    List<TurnOutcome> judgements,
    int firstTurn) {
  /** No turn. */
  public static final int NO_TURN = -1;

  /** Copies the lists. */
  public SampleFindings {
    tags = List.copyOf(tags);
    judgements = List.copyOf(judgements);
  }

  /** Turns played beyond those of the task have no tag and are left out. */
  static SampleFindings of(EpisodeDiagnosis episode) {
    int reached = Math.min(episode.getTurns(), episode.getTags().size());
    Integer root = isCutOff(episode) ? Integer.valueOf(reached - 1) : episode.getRootCauseTurn();
    return new SampleFindings(
        episode.getCategory(),
        episode.getVerdict(),
        episode.getStrictSuccess(),
        episode.getTags(),
        reached,
        root == null || root < 0 || root >= reached ? NO_TURN : root,
        judgements(episode),
        episode.getBranch() == null ? 0 : episode.getBranch().getTurn());
  }

  /** Records of earlier versions judge no turn. */
  private static List<TurnOutcome> judgements(EpisodeDiagnosis episode) {
    int turns = episode.getTags().size();
    return episode.getJudgements().size() == turns
        ? episode.getJudgements().stream().map(SampleFindings::outcome).toList()
        : Collections.nCopies(turns, TurnOutcome.UNJUDGED);
  }

  private static TurnOutcome outcome(TurnJudgement judgement) {
    return switch (judgement) {
      case RIGHT -> TurnOutcome.RIGHT;
      case WRONG -> TurnOutcome.WRONG;
      case UNJUDGED -> TurnOutcome.UNJUDGED;
    };
  }

  /** Whether the policy did not bring the episode to its end, and no turn deviates. */
  private static boolean isCutOff(EpisodeDiagnosis episode) {
    RootCauseReason reason = episode.getRootCauseReason();
    return reason == RootCauseReason.STEP_LIMIT || reason == RootCauseReason.FORCE_TERMINATED;
  }

  /** Whether the episode says something about the policy. */
  public boolean isAboutPolicy() {
    return Verdicts.isAboutPolicy(verdict);
  }

  /** Whether the rule rewards it. */
  public boolean isRewardedBy(RewardRule rule) {
    return verdict == Verdict.PASSED && rule.of(verdict, strictSuccess) > 0;
  }

  /** The findings as weighting takes them. */
  public SampleDiagnosis diagnosis() {
    List<Integer> roots = rootCauseTurn == NO_TURN ? List.of() : List.of(rootCauseTurn);
    return new SampleDiagnosis(tags, reachedTurns, roots, judgements, firstTurn);
  }
}
