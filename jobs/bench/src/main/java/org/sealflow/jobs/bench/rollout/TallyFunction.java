package org.sealflow.jobs.bench.rollout;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.schemas.TrajectoryEvent;

/** Counts what a runner puts out, in an accumulator, and puts out nothing. */
final class TallyFunction extends ProcessFunction<TrajectoryEvent, Long> {
  private static final long serialVersionUID = 1L;

  /** The accumulator's name. */
  static final String TALLY = "tally";

  private final long originSecond;
  private transient AnswerCounter counter;

  /**
   * A function that counts from a second on.
   *
   * @param originSecond seconds since the epoch
   */
  // Flink fills the transient field in open.
  @SuppressWarnings("NullAway.Init")
  TallyFunction(long originSecond) {
    this.originSecond = originSecond;
  }

  @Override
  public void open(OpenContext openContext) {
    AnswerTally tally = new AnswerTally(originSecond);
    counter = new AnswerCounter(tally);
    getRuntimeContext().addAccumulator(TALLY, tally);
  }

  @Override
  public void processElement(TrajectoryEvent event, Context context, Collector<Long> out) {
    counter.take(event);
  }
}
