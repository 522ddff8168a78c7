package org.sealflow.tau.python;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The name of a kind of record and its fields in printing order. */
public final class Shape {
  private final String name;
  private final List<String> fieldNames;
  private final int[] sortedPositions;
  private final Map<String, Integer> positions = new HashMap<>();

  public Shape(String name, List<String> fieldNames) {
    this.name = name;
    this.fieldNames = List.copyOf(fieldNames);
    for (int i = 0; i < fieldNames.size(); i++) {
      positions.put(fieldNames.get(i), i);
    }
    if (positions.size() != fieldNames.size()) {
      throw new IllegalArgumentException("a field of " + name + " is named twice");
    }
    this.sortedPositions =
        fieldNames.stream().sorted(PythonJsonText.BY_CODE_POINT).mapToInt(this::position).toArray();
  }

  public String name() {
    return name;
  }

  public List<String> fieldNames() {
    return fieldNames;
  }

  /** The positions of the fields in the order of their names. */
  int[] sortedPositions() {
    return sortedPositions;
  }

  public boolean has(String field) {
    return positions.containsKey(field);
  }

  int position(String field) {
    Integer position = positions.get(field);
    if (position == null) {
      throw new IllegalArgumentException(name + " has no field " + field);
    }
    return position;
  }
}
