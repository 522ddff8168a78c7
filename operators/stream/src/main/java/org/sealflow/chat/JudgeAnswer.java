package org.sealflow.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a judge answered: an object with one decision for each expected outcome. */
public final class JudgeAnswer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JudgeAnswer() {}

  /**
   * The decisions in the order of the statements, found by their texts, or by their places if all
   * are there; null if one is missing.
   */
  public static @Nullable List<Boolean> read(String answer, List<String> statements) {
    int begin = answer.indexOf('{');
    int end = answer.lastIndexOf('}');
    if (begin < 0 || end < begin) {
      return null;
    }
    JsonNode results;
    try {
      results = JSON.readTree(answer.substring(begin, end + 1)).path("results");
    } catch (JsonProcessingException malformed) {
      return null;
    }
    Map<String, Boolean> byText = new HashMap<>();
    List<Boolean> byPlace = new ArrayList<>();
    for (JsonNode result : results) {
      JsonNode decided = result.path("metExpectation");
      if (!decided.isBoolean()) {
        return null;
      }
      byText.put(result.path("expectedOutcome").asText().strip(), decided.booleanValue());
      byPlace.add(decided.booleanValue());
    }
    List<Boolean> judged = new ArrayList<>();
    for (String statement : statements) {
      Boolean decided = byText.get(statement.strip());
      if (decided == null) {
        return byPlace.size() == statements.size() ? byPlace : null;
      }
      judged.add(decided);
    }
    return judged;
  }
}
