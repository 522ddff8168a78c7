package org.sealflow.capability;

import java.util.List;
import java.util.Map;

/**
 * What only a run as a whole knows, for the stamps of its episodes.
 *
 * @param runId the run
 * @param version the newest version, from 0, see {@link ProfileVersionRule}
 * @param tagWeights SEAL's dynamic weight by tag as the versions before the newest have left it;
 *     tags not named weigh 1
 * @param patternsKnown whether enough failure patterns were seen to call one rare
 * @param commonPatterns the failure patterns that are not rare, sorted; few, for each has its share
 * @param saidAt when the run said so, milliseconds since the epoch
 */
public record RunKnowledge(
    String runId,
    long version,
    Map<String, Double> tagWeights,
    boolean patternsKnown,
    List<String> commonPatterns,
    long saidAt) {

  /** Whether the other says the same, whenever that was. */
  boolean saysAs(RunKnowledge other) {
    return runId.equals(other.runId)
        && version == other.version
        && tagWeights.equals(other.tagWeights)
        && patternsKnown == other.patternsKnown
        && commonPatterns.equals(other.commonPatterns);
  }

  /** Which of the patterns are rare, each once. */
  List<String> rare(List<String> patterns) {
    return patternsKnown
        ? patterns.stream().distinct().filter(each -> !commonPatterns.contains(each)).toList()
        : List.of();
  }
}
