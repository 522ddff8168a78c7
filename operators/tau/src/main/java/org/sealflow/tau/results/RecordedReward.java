package org.sealflow.tau.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.AssertionJudge;

/**
 * The verdict that a file records.
 *
 * @param reward null if the simulation was not evaluated
 * @param language what the run's judge said of each natural-language assertion
 */
public record RecordedReward(@Nullable Double reward, Map<String, Boolean> language) {
  public RecordedReward {
    language = Map.copyOf(language);
  }

  /** The verdict of a {@code reward_info}, which may be absent. */
  static RecordedReward read(JsonNode info) {
    Map<String, Boolean> language = new HashMap<>();
    for (JsonNode check : info.path("nl_assertions")) {
      language.put(check.path("nl_assertion").asText(), check.path("met").asBoolean());
    }
    JsonNode reward = info.path("reward");
    return new RecordedReward(reward.isNumber() ? reward.doubleValue() : null, language);
  }

  /** A judge that says what the run's judge said; null if that one did not judge all of these. */
  public @Nullable AssertionJudge judge(@Nullable List<String> assertions) {
    if (assertions == null || !language.keySet().containsAll(assertions)) {
      return null;
    }
    return (steps, asked) -> {
      List<Boolean> met = new ArrayList<>(asked.size());
      asked.forEach(assertion -> met.add(Boolean.TRUE.equals(language.get(assertion))));
      return met;
    };
  }
}
