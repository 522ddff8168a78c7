package org.sealflow.rollout.plan;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

/** The planned episodes that have not ended. Keyed by run. */
final class OpenEpisodes {
  /**
   * Key: run. Batch → how many of its episodes have not ended. An entry goes with the last of them;
   * entries of episodes whose end is never told stay, and hold back what the rule BATCHES admits.
   */
  private static final MapStateDescriptor<Long, Integer> BATCHES =
      new MapStateDescriptor<>("open-batches", Types.LONG, Types.INT);

  /**
   * Key: run. Episode that has not ended → its batch, so that an end told twice counts once.
   * Cleared with the episode's end.
   */
  private static final MapStateDescriptor<String, Long> EPISODES =
      new MapStateDescriptor<>("open-episodes", Types.STRING, Types.LONG);

  private final MapState<Long, Integer> batches;
  private final MapState<String, Long> episodes;

  /** The episodes of the key in force. */
  OpenEpisodes(RuntimeContext context) {
    batches = context.getMapState(BATCHES);
    episodes = context.getMapState(EPISODES);
  }

  /** Adds the episodes of a batch that starts. */
  void start(long number, PlannedBatch batch) throws Exception {
    for (EpisodeRequest request : batch.requests()) {
      episodes.put(request.episodeId(), request.batchNumber());
    }
    batches.put(number, batch.requests().size());
  }

  /** The batch of an episode; null if it has ended, or is none of this run. */
  @Nullable Long batchOf(String episodeId) throws Exception {
    return episodes.get(episodeId);
  }

  /** Whether a batch has an episode that has not ended. */
  boolean has(long batch) throws Exception {
    return batches.contains(batch);
  }

  /** The lowest number of a batch that has one, or the next batch's where there is none. */
  long oldestBatch(long next) throws Exception {
    long oldest = next;
    for (long batch : batches.keys()) {
      oldest = Math.min(oldest, batch);
    }
    return oldest;
  }

  /** Takes the end of an episode, which may be told again. */
  void ended(String episodeId) throws Exception {
    Long batch = episodes.get(episodeId);
    if (batch == null) {
      return;
    }
    episodes.remove(episodeId);
    int left = batches.get(batch) - 1;
    if (left == 0) {
      batches.remove(batch);
    } else {
      batches.put(batch, left);
    }
  }
}
