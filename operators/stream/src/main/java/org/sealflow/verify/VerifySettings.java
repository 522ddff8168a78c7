package org.sealflow.verify;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.JudgeSettings;

/**
 * How verification behaves.
 *
 * @param deadline longest silence of an episode (no event, or no task for it) before it counts as
 *     stalled; in the time of the input, see {@link EpisodeCursor}
 * @param tombstoneTtl how long an ended episode is remembered, so that late duplicates change
 *     nothing; zero for input without duplicates
 * @param liveEpisodes how many episodes keep their world in memory per parallel instance; others
 *     are executed again from their log at their next event
 * @param referenceRows whether a row in the shape of the recorded reference is made per episode
 * @param repairs searches for the repair of each failed episode; null for none
 * @param steps whether the end of a training episode brings the events of its steps along, of which
 *     a learner takes the tokens
 * @param judge the model that judges statements in natural language; null leaves them open
 */
public record VerifySettings(
    Duration deadline,
    Duration tombstoneTtl,
    int liveEpisodes,
    boolean referenceRows,
    @Nullable RepairSearch repairs,
    boolean steps,
    @Nullable JudgeSettings judge)
    implements Serializable {
  /** Ten minutes of silence, a day of memory, 1,000 worlds. */
  public static final VerifySettings DEFAULT =
      new VerifySettings(
          Duration.ofMinutes(10), Duration.ofDays(1), 1000, false, null, false, null);

  public VerifySettings {
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("deadline must be positive, found " + deadline);
    }
    if (liveEpisodes < 1) {
      throw new IllegalArgumentException("liveEpisodes must be at least 1, found " + liveEpisodes);
    }
  }

  /** The same without memory of ended episodes, for input that holds no duplicates. */
  public VerifySettings withoutTombstones() {
    return new VerifySettings(
        deadline, Duration.ZERO, liveEpisodes, referenceRows, repairs, steps, judge);
  }

  /** The same with reference rows. */
  public VerifySettings withReferenceRows() {
    return new VerifySettings(deadline, tombstoneTtl, liveEpisodes, true, repairs, steps, judge);
  }

  /** The same with other limits on what is kept of episodes that go on and of those that ended. */
  public VerifySettings withMemory(int worlds, Duration ofEnded) {
    return new VerifySettings(deadline, ofEnded, worlds, referenceRows, repairs, steps, judge);
  }

  /** The same with another deadline. */
  public VerifySettings withDeadline(Duration longestSilence) {
    return new VerifySettings(
        longestSilence, tombstoneTtl, liveEpisodes, referenceRows, repairs, steps, judge);
  }

  /** The same with the steps of training episodes. */
  public VerifySettings withSteps() {
    return new VerifySettings(
        deadline, tombstoneTtl, liveEpisodes, referenceRows, repairs, true, judge);
  }

  /** The same with a search for repairs; null for none. */
  public VerifySettings withRepairs(@Nullable RepairSearch search) {
    return new VerifySettings(
        deadline, tombstoneTtl, liveEpisodes, referenceRows, search, steps, judge);
  }

  /** The same with a judge; null for none. */
  public VerifySettings withJudge(@Nullable JudgeSettings model) {
    return new VerifySettings(
        deadline, tombstoneTtl, liveEpisodes, referenceRows, repairs, steps, model);
  }
}
