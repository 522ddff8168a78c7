package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.PatchReliance;

/**
 * How much successful episodes leaned on a patch in the newest versions of the policy, as the
 * learner measured it.
 *
 * @param since the version of the first measure since the patch is active; -1 before
 * @param measures one per version, oldest first
 */
public record RelianceWindow(long since, List<Measure> measures) {
  /** No measure. */
  public static final RelianceWindow NONE = new RelianceWindow(-1, List.of());

  /**
   * The measure of one version, see {@link PatchReliance}.
   *
   * @param version the version that was measured, from 0
   * @param episodes from 0
   * @param tokens from 0
   * @param logRatio the sum over the episodes, in nats
   */
  public record Measure(long version, long episodes, long tokens, double logRatio) {}

  /** Copies the measures. */
  public RelianceWindow {
    measures = List.copyOf(measures);
  }

  /**
   * With a measure more.
   *
   * @param oldest the oldest version that still counts
   */
  RelianceWindow plus(long version, PatchReliance measured, long oldest) {
    List<Measure> kept = new ArrayList<>(measures);
    kept.add(
        new Measure(version, measured.getEpisodes(), measured.getTokens(), measured.getLogRatio()));
    kept.removeIf(each -> each.version() < oldest);
    return new RelianceWindow(since < 0 ? version : since, kept);
  }

  /** Whether measures began so many versions before the newest, so that transfer had its time. */
  boolean spans(int versions) {
    return !measures.isEmpty() && measures.get(measures.size() - 1).version() - since >= versions;
  }

  long episodes() {
    return measures.stream().mapToLong(Measure::episodes).sum();
  }

  /** Mean over the episodes in nats; there must be one. */
  double mean() {
    return logRatio() / episodes();
  }

  private double logRatio() {
    return measures.stream().mapToDouble(Measure::logRatio).sum();
  }

  /** The sums as patches carry them. */
  PatchReliance toRecord() {
    long tokens = measures.stream().mapToLong(Measure::tokens).sum();
    return new PatchReliance(episodes(), tokens, logRatio());
  }
}
