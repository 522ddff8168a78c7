package org.sealflow.jobs.bench.review;

import java.util.List;
import org.sealflow.review.RecordedTrajectory;

/**
 * An episode of a benchmark as a log of any agent would hold it, with what its reference shows.
 *
 * @param trajectory the log
 * @param turnOfReply per reply of the model the index of its turn
 * @param turns what the reference shows of each turn
 * @param failed whether the benchmark fails the episode
 */
record ComparedEpisode(
    RecordedTrajectory trajectory,
    List<Integer> turnOfReply,
    List<ReferenceTurn> turns,
    boolean failed) {
  ComparedEpisode {
    turnOfReply = List.copyOf(turnOfReply);
    turns = List.copyOf(turns);
  }
}
