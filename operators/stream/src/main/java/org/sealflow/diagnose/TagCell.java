package org.sealflow.diagnose;

/**
 * Observations of a tag, or of a tag in some place: every observation carries the reward and the
 * success of its whole episode. Sums as SEAL counts them, so that means can be formed at any time.
 *
 * @param count number of observations, from 0
 * @param successes those of successful episodes, 0 to {@code count}
 * @param rewardSum sum of the rewards
 * @param partialCount observations with a reward strictly between 0 and 1, 0 to {@code count}
 */
public record TagCell(long count, long successes, double rewardSum, long partialCount) {
  /** Nothing observed. */
  public static final TagCell EMPTY = new TagCell(0, 0, 0, 0);

  /**
   * Checks what is counted.
   *
   * @throws IllegalArgumentException if a part is larger than the whole or a number is negative
   */
  public TagCell {
    if (successes < 0 || successes > count || partialCount < 0 || partialCount > count) {
      throw new IllegalArgumentException(
          "a cell of %d observations cannot hold %d successes and %d partial rewards"
              .formatted(count, successes, partialCount));
    }
    if (!Double.isFinite(rewardSum)) {
      throw new IllegalArgumentException(
          "rewardSum is " + rewardSum + ", expected a finite number");
    }
  }

  /** This cell with one more observation. */
  public TagCell observe(double reward, boolean success) {
    return new TagCell(
        count + 1,
        successes + (success ? 1 : 0),
        rewardSum + reward,
        partialCount + (reward > 0 && reward < 1 ? 1 : 0));
  }

  /** The observations of both cells. */
  public TagCell plus(TagCell other) {
    return new TagCell(
        count + other.count,
        successes + other.successes,
        rewardSum + other.rewardSum,
        partialCount + other.partialCount);
  }

  /** {@code successes / count}, 0 to 1; 0 if nothing was observed. */
  public double successRate() {
    return count == 0 ? 0 : (double) successes / count;
  }

  /** {@code rewardSum / count}; 0 if nothing was observed. */
  public double rewardMean() {
    return count == 0 ? 0 : rewardSum / count;
  }
}
