package org.sealflow.evolve;

import org.sealflow.statistics.Interval;

/**
 * Episodes of one arm that a patch can matter to. The episodes of a group are of one task and one
 * prompt and so succeed or fail alike: the sums over groups tell how much less they say than as
 * many independent ones.
 *
 * @param episodes n, from 0
 * @param successes s, those of them that succeeded
 * @param groups g, the groups they are of
 * @param sizeSquares Σ n(g)² over the groups
 * @param products Σ n(g) s(g)
 * @param successSquares Σ s(g)²
 */
public record ArmCounts(
    long episodes,
    long successes,
    long groups,
    long sizeSquares,
    long products,
    long successSquares) {
  /** No episode. */
  public static final ArmCounts NONE = new ArmCounts(0, 0, 0, 0, 0, 0);

  /**
   * With one episode more.
   *
   * @param group what came of its group before
   */
  ArmCounts plus(boolean success, GroupTally group) {
    int one = success ? 1 : 0;
    return new ArmCounts(
        episodes + 1,
        successes + one,
        groups + (group.episodes() == 0 ? 1 : 0),
        sizeSquares + 2L * group.episodes() + 1,
        products + (long) group.episodes() * one + group.successes() + one,
        successSquares + one * (2L * group.successes() + 1));
  }

  /** Share of the episodes that succeeded; there must be one. */
  double rate() {
    return (double) successes / episodes;
  }

  /**
   * As how many independent episodes these count (Rao and Scott, Biometrics 48, 577-585, 1992): n
   * divided by the design effect d of groups as clusters, d at least 1:
   *
   * <pre>
   * d = g/(g - 1) Σ (s(g) - p n(g))² / (n p (1 - p)),  p = s/n
   * </pre>
   *
   * Where p is 0 or 1 nothing tells how alike they are, and the groups are counted.
   */
  double effective() {
    double share = rate();
    double independent = episodes * share * (1 - share);
    if (groups < 2 || independent == 0) {
      return groups;
    }
    double clustered =
        groups
            / (groups - 1.0)
            * (successSquares - 2 * share * products + share * share * sizeSquares);
    return clustered <= independent ? episodes : episodes * independent / clustered;
  }

  /** The interval of this arm's rate minus another's; neither is empty. */
  Interval minus(ArmCounts other) {
    double here = effective();
    double there = other.effective();
    return Interval.newcombe(rate() * here, here, other.rate() * there, there, Interval.NORMAL_95);
  }
}
