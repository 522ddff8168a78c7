package org.sealflow.schemas;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects everything that is wrong with a record, so that it is said at once. Values may be null
 * although a schema forbids it: a record under construction is checked before Avro sees it.
 */
final class Problems {
  private final List<String> found = new ArrayList<>();

  /** Adds a problem unless the fact holds. */
  void expect(boolean fact, String problem) {
    if (!fact) {
      found.add(problem);
    }
  }

  /**
   * Adds a problem unless the fact holds. Every record of a stream is checked, and nearly all are
   * good: a problem that has to be put together is put together only where there is one.
   */
  void expect(boolean fact, Supplier<String> problem) {
    if (!fact) {
      found.add(problem.get());
    }
  }

  /** Expects a value. */
  void present(String name, @Nullable Object value) {
    expect(value != null, () -> name + " is missing");
  }

  /** Expects a text that is not empty. */
  void filled(String name, @Nullable String value) {
    expect(value != null && !value.isEmpty(), () -> name + " is missing or empty");
  }

  /** Expects a text that shows something. */
  void shown(String name, @Nullable String value) {
    expect(value != null && !value.isBlank(), () -> name + " is missing or blank");
  }

  /** Expects null or a text that is not empty. */
  void filledOrNull(String name, @Nullable String value) {
    expect(value == null || !value.isEmpty(), () -> name + " is empty");
  }

  /** Expects a number from {@code least} on. */
  void atLeast(long least, String name, long value) {
    expect(value >= least, () -> name + " is " + value + ", expected " + least + " or more");
  }

  /** Expects null or a number from {@code least} on. */
  void atLeastOrNull(long least, String name, @Nullable Number value) {
    if (value != null) {
      atLeast(least, name, value.longValue());
    }
  }

  /** Expects a number of things among {@code whole} of them. */
  void part(String name, long value, long whole) {
    expect(value >= 0 && value <= whole, () -> name + " is " + value + " of " + whole);
  }

  /** Expects null or a share from 0 to 1. */
  void shareOrNull(String name, @Nullable Double value) {
    expect(
        value == null || (value >= 0 && value <= 1),
        () -> name + " is " + value + ", expected 0 to 1");
  }

  /** Expects both values or neither. */
  void together(String name, @Nullable Object value, String otherName, @Nullable Object other) {
    expect(
        (value == null) == (other == null),
        () -> "only one of " + name + " and " + otherName + " is set");
  }

  /** Expects null or an ISO date. */
  void dateOrNull(String name, @Nullable String value) {
    if (value != null) {
      expect(isDate(value), () -> name + " is '" + value + "', expected a date such as 2026-11-21");
    }
  }

  /** Expects a position inside its group. */
  void sampleInGroup(int sampleIndex, int groupSize) {
    atLeast(1, "groupSize", groupSize);
    expect(
        sampleIndex >= 0 && sampleIndex < Math.max(1, groupSize),
        () -> "sampleIndex is " + sampleIndex + " in a group of " + groupSize);
  }

  /** Expects what an episode may be shown: no patch reaches evaluation or the holdout arm. */
  void patchSet(@Nullable String patchSetDigest, @Nullable Mode mode, @Nullable Arm arm) {
    filledOrNull("patchSetDigest", patchSetDigest);
    expect(
        mode != Mode.EVAL || arm == Arm.HOLDOUT, () -> "arm is " + arm + " although mode is EVAL");
    expect(patchSetDigest == null || arm != Arm.HOLDOUT, "patchSetDigest is set in HOLDOUT");
  }

  /** Expects the keys of the patches shown exactly where a set was shown. */
  void shownPatches(@Nullable String patchSetDigest, @Nullable List<String> shownPatches) {
    present("shownPatches", shownPatches);
    // Older writers named the set alone.
    expect(
        patchSetDigest != null || shownPatches == null || shownPatches.isEmpty(),
        "shownPatches are there although patchSetDigest is not");
  }

  /** Expects null or a place that a file can have. */
  void placeOrNull(@Nullable RecordedSource source) {
    if (source != null) {
      filled("file", source.getFile());
      atLeast(1, "line", source.getLine());
    }
  }

  /** The payload of a kind: expects it where the kind is {@code due}, and nothing where not. */
  void payload(String name, @Nullable Object value, boolean due) {
    expect(!due || value != null, () -> name + " is missing, which the kind demands");
    expect(due || value == null, () -> name + " is set, which the kind forbids");
  }

  /** All problems in one line; empty if there is none. */
  Optional<String> found(String record) {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(record + ": " + String.join("; ", found));
  }

  /**
   * Ends a construction.
   *
   * @throws IllegalArgumentException if there is a problem
   */
  void throwIfAny(String record) {
    found(record)
        .ifPresent(
            message -> {
              throw new IllegalArgumentException(message);
            });
  }

  private static boolean isDate(String value) {
    try {
      LocalDate.parse(value);
      return true;
    } catch (DateTimeParseException notOne) {
      return false;
    }
  }
}
