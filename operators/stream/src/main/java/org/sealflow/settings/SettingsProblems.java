package org.sealflow.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with the settings of one section, so that it is said at once. */
public final class SettingsProblems {
  private final List<String> found = new ArrayList<>();

  /** Adds a problem unless the fact holds of the value. */
  public void expect(boolean fact, String name, @Nullable Object value, String allowed) {
    if (!fact) {
      String shown = value instanceof Enum<?> one ? SettingValues.written(one) : shown(value);
      found.add(name + " is " + shown + ", expected " + allowed);
    }
  }

  private static String shown(@Nullable Object value) {
    if (value instanceof Duration span && span.equals(Duration.ofMillis(span.toMillis()))) {
      return TimeSpans.text(span);
    }
    return value == null ? "nothing" : value.toString();
  }

  /** Expects a whole number from {@code least} on. */
  public void atLeast(long least, String name, long value) {
    expect(value >= least, name, value, "a whole number from " + least);
  }

  /** Expects a finite number more than 0. */
  public void positive(String name, double value) {
    expect(value > 0 && value < Double.POSITIVE_INFINITY, name, value, "a number more than 0");
  }

  /** Expects a finite number from 0 on. */
  public void notNegative(String name, double value) {
    expect(value >= 0 && value < Double.POSITIVE_INFINITY, name, value, "a number from 0");
  }

  /** Expects a share from 0 to 1. */
  public void share(String name, double value) {
    expect(value >= 0 && value <= 1, name, value, "a share from 0 to 1");
  }

  /** Adds the reason if a check refuses its value. */
  public void check(Runnable refusing) {
    try {
      refusing.run();
    } catch (IllegalArgumentException wrong) {
      found.add(String.valueOf(wrong.getMessage()));
    }
  }

  /**
   * Ends a construction.
   *
   * @throws SettingsException if there is a problem
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw new SettingsException(found);
    }
  }
}
