package org.sealflow.learn.algorithm;

import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

/**
 * Our weighting: as SEAL's the mean weight of a trajectory's tags, but it looks at the sign of the
 * advantage and at where the failure began. Three things are repaired that follow from SEAL's rule
 * being blind to both: a failed turn that only follows from an earlier failure is counted as
 * another one, padding of turns never reached is counted as behaviour, and a mistake (a spurious
 * call that the official verdict lets through) or a virtue (an abstention in an episode that failed
 * elsewhere) is strengthened in the wrong direction.
 *
 * <p>Of the reached turns those with {@code PASS} and {@code CORRECT_ABSTENTION} count, and of the
 * others the root causes alone. The weight is the mean of their weights, clipped, and 1 where none
 * counts. Then
 *
 * <ul>
 *   <li>above 0, it is at most 1 where the trajectory holds a spurious call;
 *   <li>below 0, a correct abstention weighs 1.
 * </ul>
 *
 * The weight is never negative. {@link GroupBalance} then restores the balance of the group.
 */
public final class SignedWeighting {
  private SignedWeighting() {}

  /**
   * The weight of a trajectory.
   *
   * @param diagnosis what was diagnosed of its turns
   * @param advantage its advantage in its group
   * @param weights weights of tags
   * @param least lower bound of the mean, from 0
   * @param greatest upper bound of the mean
   */
  public static double weight(
      SampleDiagnosis diagnosis,
      double advantage,
      TagWeights weights,
      double least,
      double greatest) {
    double mean = mean(diagnosis, advantage, weights);
    double clipped = Math.min(greatest, Math.max(least, mean));
    return advantage > 0 && diagnosis.holdsSpuriousCall() ? Math.min(1, clipped) : clipped;
  }

  private static double mean(SampleDiagnosis diagnosis, double advantage, TagWeights weights) {
    double sum = 0;
    int counted = 0;
    for (int turn = 0; turn < diagnosis.reachedTurns(); turn++) {
      Tag tag = diagnosis.tags().get(turn);
      if (counts(tag, diagnosis.rootCauseTurns().contains(turn))) {
        sum += tag == Tag.CORRECT_ABSTENTION && advantage < 0 ? 1 : weights.of(tag);
        counted++;
      }
    }
    return counted == 0 ? 1 : sum / counted;
  }

  private static boolean counts(Tag tag, boolean rootCause) {
    boolean success = tag == Tag.PASS || tag == Tag.CORRECT_ABSTENTION;
    return !TagWeights.isExcluded(tag) && (success || rootCause);
  }
}
