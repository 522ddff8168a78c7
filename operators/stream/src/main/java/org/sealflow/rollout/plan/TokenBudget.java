package org.sealflow.rollout.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

/** Counts what a run has sampled. Keyed by run. */
final class TokenBudget {
  /** Key: run. Batch → tokens sampled in it. Goes into the sum below with all of its episodes. */
  private static final MapStateDescriptor<Long, Long> OF_BATCHES =
      new MapStateDescriptor<>("tokens-of-batches", Types.LONG, Types.LONG);

  /** Key: run. Tokens of the batches that are played out. Kept as long as the run's progress. */
  private static final ValueStateDescriptor<Long> PLAYED_OUT =
      new ValueStateDescriptor<>("tokens-played-out", Types.LONG);

  private final long budget;
  private final MapState<Long, Long> ofBatches;
  private final ValueState<Long> playedOut;

  /**
   * The count of the key in force.
   *
   * @param budget tokens, at least 1
   */
  TokenBudget(long budget, RuntimeContext context) {
    this.budget = budget;
    ofBatches = context.getMapState(OF_BATCHES);
    playedOut = context.getState(PLAYED_OUT);
  }

  void add(long batch, int tokens) throws Exception {
    Long before = ofBatches.get(batch);
    ofBatches.put(batch, (before == null ? 0 : before) + tokens);
  }

  /**
   * The share of the budget that the batches up to one have spent, from 0.
   *
   * @param upTo a batch that is played out
   */
  double spent(long upTo) throws Exception {
    @Nullable Long before = playedOut.value();
    long sum = before == null ? 0 : before;
    List<Long> counted = new ArrayList<>();
    for (Map.Entry<Long, Long> entry : ofBatches.entries()) {
      if (entry.getKey() <= upTo) {
        sum += entry.getValue();
        counted.add(entry.getKey());
      }
    }
    for (Long batch : counted) {
      ofBatches.remove(batch);
    }
    playedOut.update(sum);
    return (double) sum / budget;
  }
}
