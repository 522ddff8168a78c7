package org.sealflow.settings;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with the settings below one key, so that it is said at once. */
public final class SettingsProblems {
  private final String prefix;
  private final List<String> found = new ArrayList<>();

  /**
   * Problems below a key.
   *
   * @param prefix the key with a dot at its end; empty at the root
   */
  public SettingsProblems(String prefix) {
    this.prefix = prefix;
  }

  /** Adds a problem unless the fact holds of the value. */
  public void expect(boolean fact, String key, @Nullable Object value, String allowed) {
    if (!fact) {
      found.add(prefix + key + " is " + value + ", expected " + allowed);
    }
  }

  /** Expects a whole number from {@code least} on. */
  public void atLeast(long least, String key, long value) {
    expect(value >= least, key, value, "a whole number from " + least);
  }

  /** Expects a finite number more than 0. */
  public void positive(String key, double value) {
    expect(value > 0 && value < Double.POSITIVE_INFINITY, key, value, "a number more than 0");
  }

  /** Expects a finite number from 0 on. */
  public void notNegative(String key, double value) {
    expect(value >= 0 && value < Double.POSITIVE_INFINITY, key, value, "a number from 0");
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
