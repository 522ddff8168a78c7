package org.sealflow.tau.state;

import org.jspecify.annotations.Nullable;

/** The declared type of a field: checks a value and converts it as the benchmark's models do. */
@FunctionalInterface
public interface FieldType {
  /**
   * Checks one value.
   *
   * @param path the field's place, as problems name it
   * @return the converted value; anything where a problem was noted
   */
  @Nullable Object check(@Nullable Object value, String path, ValidationProblems problems);
}
