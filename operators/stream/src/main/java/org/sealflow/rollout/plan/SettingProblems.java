package org.sealflow.rollout.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with some settings, so that all of it is said at once. */
public final class SettingProblems {
  private final List<String> found = new ArrayList<>();

  /** Adds a problem unless the fact holds of the value. */
  void expect(boolean fact, String key, @Nullable Object value, String allowed) {
    if (!fact) {
      found.add(key + " is " + value + ", expected " + allowed);
    }
  }

  /** Expects a whole number from {@code least} on. */
  public void atLeast(long least, String key, long value) {
    expect(value >= least, key, value, least + " or more");
  }

  /** Expects a text that is not empty. */
  void filled(String key, String value) {
    expect(!value.isBlank(), key, "'" + value + "'", "a text");
  }

  /** Expects a duration more than 0. */
  public void positive(String key, Duration value) {
    expect(!value.isNegative() && !value.isZero(), key, value, "a duration of more than 0");
  }

  /** Adds what building something from the settings complains about. */
  public void notes(Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException complaint) {
      found.add(String.valueOf(complaint.getMessage()));
    }
  }

  /**
   * Ends a construction.
   *
   * @throws IllegalArgumentException if there is a problem, naming all
   */
  public void throwIfAny(String what) {
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(what + " is wrong: " + String.join("; ", found));
    }
  }
}
