package org.sealflow.capability;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.sealflow.diagnose.TagCell;
import org.sealflow.schemas.Boundary;

/**
 * Sums episodes for their run, by version and batch. Tallies of a run are sent on in the order of
 * its versions.
 */
final class TallyOperator extends BundlingOperator<RunTally> {
  private static final long serialVersionUID = 1L;

  private record Counted(String runId, long policyVersion, long batchNumber)
      implements Comparable<Counted> {
    private static final Comparator<Counted> ORDER =
        Comparator.comparing(Counted::runId)
            .thenComparing(Counted::policyVersion)
            .thenComparing(Counted::batchNumber);

    @Override
    public int compareTo(Counted other) {
      return ORDER.compare(this, other);
    }
  }

  private transient Map<Counted, RunTally> waiting;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  TallyOperator(StreamOperatorParameters<RunTally> parameters) {
    super(parameters, Boundary.PROFILE);
  }

  @Override
  public void open() throws Exception {
    super.open();
    waiting = new TreeMap<>();
  }

  @Override
  protected int keep(EpisodeObservation episode) {
    List<String> tags = episode.tags();
    List<String> patterns = episode.failurePatterns();
    EpisodeObservation.Placement placement = episode.placement();
    RunTally tally =
        waiting.computeIfAbsent(
            new Counted(episode.runId(), placement.policyVersion(), placement.batchNumber()),
            of ->
                new RunTally(
                    of.runId,
                    of.policyVersion,
                    of.batchNumber,
                    new HashMap<>(),
                    new HashMap<>(),
                    new HashMap<>()));
    if (episode.result().counted()) {
      TagCell once = TagCell.EMPTY.observe(episode.result().reward(), episode.result().success());
      tags.forEach(tag -> tally.tags().merge(tag, once, TagCell::plus));
      patterns.forEach(pattern -> tally.patterns().merge(pattern, 1L, Long::sum));
    }
    if (placement.batchNumber() >= 0) {
      tally.ended().merge(placement.groupId(), 1, Integer::sum);
    }
    return 1;
  }

  @Override
  protected Collection<RunTally> take() {
    List<RunTally> tallies = new ArrayList<>(waiting.values());
    waiting.clear();
    return tallies;
  }
}
