package org.sealflow.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lays verifications beside the recorded reference and demands what the recording's own comparison
 * demands: every row, every result text letter by letter except the cells the reference itself does
 * not repeat, every state hash, SEAL's whole score, both verdicts. Rows with a refused call are
 * counted apart.
 */
final class ReferenceComparer {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double LARGEST_UNSUPPORTED_SHARE = 0.02;
  private static final List<String> FIELDS =
      List.of("exec", "model_state", "seal", "official", "irrelevance");

  private final Map<String, JsonNode> reference = new LinkedHashMap<>();
  private final Map<String, String> texts;

  /**
   * A comparer with a recording.
   *
   * @param rows the recording's rows the contract covers
   * @param texts SHA-256 → text of what the recording stores apart
   */
  ReferenceComparer(List<JsonNode> rows, Map<String, String> texts) {
    rows.forEach(row -> reference.put(row.get("tid").asText(), row));
    this.texts = texts;
  }

  /**
   * The result of a comparison.
   *
   * @param rows how many rows the recording has
   * @param absent ids without a candidate
   * @param differences id → what differs, a line each; rows with a refused call left out
   * @param unsupported ids of the rows with a refused call
   * @param compared field → how many values were compared
   */
  record Result(
      int rows,
      Set<String> absent,
      Map<String, List<String>> differences,
      Set<String> unsupported,
      Map<String, Integer> compared) {
    /** Whether candidates and reference are equal, and few enough rows were refused. */
    boolean isEqual() {
      return rows > 0
          && absent.isEmpty()
          && differences.isEmpty()
          && unsupported.size() <= LARGEST_UNSUPPORTED_SHARE * rows;
    }
  }

  /** Compares candidates, a JSON object each, in any order. */
  Result compare(Iterable<String> candidates) {
    Set<String> absent = new TreeSet<>(reference.keySet());
    Map<String, List<String>> differences = new TreeMap<>();
    Set<String> unsupported = new TreeSet<>();
    Map<String, Integer> compared = new TreeMap<>();
    for (String line : candidates) {
      JsonNode candidate = read(line);
      String id = candidate.get("tid").asText();
      JsonNode row = reference.get(id);
      if (row == null) {
        continue;
      }
      absent.remove(id);
      List<String> found = new Row(row, candidate, compared).differences();
      if (candidate.path("unsupported").asBoolean()) {
        unsupported.add(id);
      } else if (!found.isEmpty()) {
        differences.put(id, found);
      }
    }
    return new Result(reference.size(), absent, differences, unsupported, compared);
  }

  private static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One row beside its candidate. */
  private final class Row {
    private final JsonNode expected;
    private final JsonNode found;
    private final Map<String, Integer> compared;
    private final List<String> differences = new ArrayList<>();

    Row(JsonNode expected, JsonNode found, Map<String, Integer> compared) {
      this.expected = expected;
      this.found = found;
      this.compared = compared;
    }

    List<String> differences() {
      for (String field : FIELDS) {
        if (!found.has(field)) {
          differences.add(field + ": not there");
        }
      }
      if (differences.isEmpty()) {
        results();
        check("model_state", expected.get("model_state"), found.get("model_state"));
        check("seal", expected.get("seal"), found.get("seal"));
        verdict("official");
        verdict("irrelevance");
      }
      return differences;
    }

    private void results() {
      JsonNode turns = expected.get("exec");
      check("exec shape", shape(turns), shape(found.get("exec")));
      Set<List<Integer>> unstable = unstableCells();
      for (int turn = 0; turn < turns.size(); turn++) {
        for (int step = 0; step < turns.get(turn).size(); step++) {
          for (int call = 0; call < turns.get(turn).get(step).size(); call++) {
            if (!unstable.contains(List.of(turn, step, call))) {
              String cell = "exec " + turn + "." + step + "." + call;
              check(
                  "exec",
                  cell,
                  full(turns.get(turn).get(step).get(call)),
                  found.get("exec").path(turn).path(step).path(call).asText(null));
            }
          }
        }
      }
    }

    private Set<List<Integer>> unstableCells() {
      Set<List<Integer>> cells = new HashSet<>();
      for (JsonNode cell : expected.path("unstable_cells")) {
        cells.add(List.of(cell.get(0).asInt(), cell.get(1).asInt(), cell.get(2).asInt()));
      }
      return cells;
    }

    private void verdict(String field) {
      for (String part : List.of("valid", "error_type")) {
        check(
            field, field + "." + part, expected.get(field).path(part), found.get(field).path(part));
      }
    }

    private void check(String field, Object wanted, Object actual) {
      check(field, field, wanted, actual);
    }

    private void check(String field, String where, Object wanted, Object actual) {
      compared.merge(field, 1, Integer::sum);
      if (!wanted.equals(actual)) {
        differences.add(where + ": expected " + wanted + ", found " + actual);
      }
    }
  }

  private static List<List<Integer>> shape(JsonNode turns) {
    List<List<Integer>> shape = new ArrayList<>();
    for (JsonNode turn : turns) {
      List<Integer> calls = new ArrayList<>();
      turn.forEach(step -> calls.add(step.size()));
      shape.add(calls);
    }
    return shape;
  }

  /** A text of the recording, also where it stores it apart. */
  private String full(JsonNode text) {
    String full = text.isObject() ? texts.get(text.path("$blob").asText()) : text.asText();
    if (full == null) {
      throw new IllegalArgumentException("the recording lacks the text of " + text);
    }
    return full;
  }
}
