package org.sealflow.jobs.bench.learner;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * Lets so many records pass and then none, so that a source stays open behind them: checkpoints go
 * on, as they do in a job that waits for more.
 *
 * @param records how many pass, from 0
 */
record EmitOnce(long records) implements RateLimiterStrategy<NumberSequenceSplit> {
  @Override
  public RateLimiter<NumberSequenceSplit> createRateLimiter(int parallelism) {
    return new Gate(records);
  }

  private static final class Gate implements RateLimiter<NumberSequenceSplit> {
    private long left;

    Gate(long left) {
      this.left = left;
    }

    @Override
    public CompletionStage<Void> acquire(int requested) {
      left -= requested;
      return left >= 0 ? CompletableFuture.completedFuture(null) : new CompletableFuture<>();
    }
  }
}
