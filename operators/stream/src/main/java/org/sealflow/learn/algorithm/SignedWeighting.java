package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

/**
 * Our weighting: the weight of a tag multiplies the advantage of the turn where a failure began,
 * all other turns keep the factor 1. Three things are repaired that follow from SEAL's rule being
 * blind to where a failure began: a failed turn that only follows from an earlier failure is
 * counted as another one, padding of turns never reached is counted as behaviour, and turns that
 * went well are weakened or strengthened with the one that did not.
 *
 * <p>Weights change how much is learned from a batch as a whole; {@link #balance} takes that back,
 * so that weighting moves advantage between turns and adds none.
 */
final class SignedWeighting {
  private SignedWeighting() {}

  /**
   * The factor of each turn that an episode reached.
   *
   * @param weights weights of tags
   * @param least lower bound of a factor, from 0
   * @param greatest upper bound of a factor
   */
  static List<Double> factors(
      SampleDiagnosis diagnosis, TagWeights weights, double least, double greatest) {
    List<Double> factors = new ArrayList<>();
    for (int turn = 0; turn < diagnosis.reachedTurns(); turn++) {
      Tag tag = diagnosis.tags().get(turn);
      boolean weighted = diagnosis.rootCauseTurns().contains(turn) && !TagWeights.isExcluded(tag);
      factors.add(weighted ? Math.min(greatest, Math.max(least, weights.of(tag))) : 1);
    }
    return factors;
  }

  /**
   * The factor of all weighted advantages of a batch, so that their absolute sum is what it was
   * before weighting: {@code sum of |A| / sum of |w A|} over all turns of all episodes that are
   * trained on.
   *
   * @param before the advantage of each such turn before weighting
   * @param after the same after weighting
   * @return 1 if nothing is left to balance
   */
  static double balance(List<List<Double>> before, List<List<Double>> after) {
    double weighted = absoluteSum(after);
    return weighted == 0 ? 1 : absoluteSum(before) / weighted;
  }

  private static double absoluteSum(List<List<Double>> advantages) {
    return advantages.stream()
        .flatMap(List::stream)
        .mapToDouble(advantage -> Math.abs(advantage))
        .sum();
  }
}
