package org.sealflow.python.call.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;

/** The error results of the recorded trajectories: thousands that the reference really gave. */
class RecordedErrorsTest {
  /** A call of a trajectory and the result the reference gave. */
  private record Recorded(String call, String result) {}

  private static final List<Recorded> RECORDED = new ArrayList<>();

  @BeforeAll
  static void read() {
    for (String file :
        List.of("oracle/trajectories.jsonl.gz", "oracle/real/trajectories.jsonl.gz")) {
      Reference.forEachRow(file, RecordedErrorsTest::addRow);
    }
    for (JsonNode row : Reference.micro("call_fresh_instance")) {
      RECORDED.add(new Recorded(row.get("call").asText(), row.get("r").asText()));
    }
  }

  private static void addRow(JsonNode row) {
    JsonNode exec = row.get("exec");
    JsonNode turns = row.get("model_turns");
    for (int turn = 0; exec != null && turn < exec.size() && turn < turns.size(); turn++) {
      List<JsonNode> steps = new ArrayList<>();
      for (JsonNode step : turns.get(turn)) {
        if (step.isArray()
            && !step.isEmpty()
            && !(step.size() == 1 && step.get(0).asText().isEmpty())) {
          steps.add(step);
        }
      }
      if (steps.size() == exec.get(turn).size()) {
        addTurn(steps, exec.get(turn));
      }
    }
  }

  private static void addTurn(List<JsonNode> steps, JsonNode results) {
    for (int step = 0; step < steps.size(); step++) {
      JsonNode calls = steps.get(step);
      for (int call = 0; call < calls.size() && calls.size() == results.get(step).size(); call++) {
        JsonNode result = results.get(step).get(call);
        if (calls.get(call).isTextual() && result.isTextual()) {
          RECORDED.add(new Recorded(calls.get(call).asText(), result.asText()));
        }
      }
    }
  }

  @Test
  void whatSaysErrorIsAnErrorAndNothingElse() {
    int errors = 0;
    for (Recorded each : RECORDED) {
      boolean says =
          each.result.startsWith("Error during execution: ")
              || (each.result.startsWith("{") && each.result.contains("\"error\": "))
              || each.result.startsWith("[{'error': ")
              || each.result.startsWith("['Error: ");
      assertThat(ErrorResult.of(each.call, each.result).isPresent())
          .as(each.result)
          .isEqualTo(says);
      errors += says ? 1 : 0;
    }
    assertThat(errors).isGreaterThan(3000);
  }

  @Test
  void fewErrorsAreOfNoKnownFamily() {
    Map<ErrorFamily, Integer> counts = new EnumMap<>(ErrorFamily.class);
    Map<String, Integer> others = new TreeMap<>();
    Set<String> distinct = new TreeSet<>();
    for (Recorded each : RECORDED) {
      ErrorResult.of(each.call, each.result)
          .ifPresent(
              error -> {
                distinct.add(error.message());
                counts.merge(error.family(), 1, Integer::sum);
                if (error.family() == ErrorFamily.OTHER) {
                  others.merge(error.message(), 1, Integer::sum);
                }
              });
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(counts.getOrDefault(ErrorFamily.OTHER, 0))
        .as("%s of %s distinct: %s %s", all, distinct.size(), counts, others)
        .isLessThanOrEqualTo(all / 200);
    assertThat(counts.keySet()).containsAll(Set.of(ErrorFamily.values()));
  }

  @Test
  void whatPythonNamesIsNamedAsWritten() {
    Pattern names =
        Pattern.compile(
            "^Error during execution: \\w+\\.(\\w+)\\(\\) (?:missing|got an"
                + " unexpected).*?((?:'\\w+'(?:, | and |, and )?)+)$");
    int seen = 0;
    for (Recorded each : RECORDED) {
      Matcher named = names.matcher(each.result);
      if (named.find()) {
        ErrorResult error = ErrorResult.of(each.call, each.result).orElseThrow();
        String inOrder = String.join("", error.arguments());
        assertThat(error.tool()).isEqualTo(named.group(1));
        assertThat(named.group(2).replaceAll("'|, | and |and ", "")).isEqualTo(inOrder);
        seen++;
      }
    }
    assertThat(seen).isGreaterThan(150);
  }
}
