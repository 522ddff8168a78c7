package org.sealflow.jobs.input;

import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Marks an input as idle, whatever comes: it neither holds the time of others back nor moves it.
 */
public final class Timeless<T> implements WatermarkGenerator<T> {
  private Timeless() {}

  /** The strategy for elements of any type. */
  public static <T> WatermarkStrategy<T> strategy() {
    return WatermarkStrategy.forGenerator(context -> new Timeless<>());
  }

  @Override
  public void onEvent(T element, long timestamp, WatermarkOutput output) {}

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    output.markIdle();
  }
}
