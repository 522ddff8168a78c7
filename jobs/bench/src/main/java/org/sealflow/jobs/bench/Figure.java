package org.sealflow.jobs.bench;

import org.jspecify.annotations.Nullable;

/**
 * One number.
 *
 * @param key its name for programs, which says the unit, such as {@code trajectoriesPerSecond}
 * @param label its name for people, the unit included
 * @param value a {@link Long} where it is counted, a {@link Double} where it is measured
 * @param goal what it is held against; null if nothing
 */
public record Figure(String key, String label, Number value, @Nullable Goal goal) {
  /** A number that was counted. */
  public static Figure counted(String key, String label, long value) {
    return new Figure(key, label, value, null);
  }

  /** A number that was measured. */
  public static Figure measured(String key, String label, double value) {
    return new Figure(key, label, value, null);
  }

  /** A number that was measured and is held against a goal. */
  public static Figure measured(String key, String label, double value, Goal goal) {
    return new Figure(key, label, value, goal);
  }
}
