package org.sealflow.tau.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.judge.Grader;

/** Lays every recorded episode beside what the replayer makes of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordingsTest {
  private static final List<String> REWARD =
      List.of(
          "reward",
          "db_match",
          "env_assertions",
          "action_checks",
          "action_tool_types",
          "communicate_checks",
          "nl_assertions",
          "reward_basis",
          "reward_breakdown",
          "partial_action_reward",
          "info");
  private static final int SHOWN = 20;

  private Replayer replayer;

  @BeforeAll
  void load() {
    // The recordings were made with every natural-language assertion met.
    Grader grader =
        new Grader((steps, assertions) -> assertions.stream().map(text -> true).toList(), true);
    replayer = new Replayer(TauReference.benchmark(), grader);
  }

  @ParameterizedTest
  @CsvSource({
    "airline.jsonl.gz, 1010",
    "retail.jsonl.gz, 1568",
    "telecom.jsonl.gz, 1628",
    "mock.jsonl.gz, 160",
    "telecom_full_gold.jsonl.gz, 953",
    "telecom_solo.jsonl.gz, 114"
  })
  void everyRecordedEpisodeGivesTheRecordedResultsDigestsAndReward(String file, int rows) {
    List<JsonNode> recordings = TauReference.recordings(file);
    assertThat(recordings).hasSize(rows);
    List<String> differences = new ArrayList<>();
    for (JsonNode recorded : recordings) {
      ReplayedEpisode episode = replayer.replay(RecordedConversation.read(recorded));
      compare(recorded, ConversationRow.of(episode), differences);
      if (episode.drift() != 0) {
        differences.add(episode.id() + " drifts in " + episode.drift() + " calls");
      }
    }
    assertThat(differences.stream().limit(SHOWN)).isEmpty();
  }

  private static void compare(JsonNode recorded, ObjectNode found, List<String> differences) {
    String id = recorded.get("id").asText();
    JsonNode results = recorded.get("results");
    for (int i = 0; i < results.size(); i++) {
      check(
          id + " error " + i,
          results.get(i).get("error"),
          found.at("/results/" + i + "/error"),
          differences);
      check(
          id + " result " + i,
          results.get(i).get("content"),
          found.at("/results/" + i + "/content"),
          differences);
    }
    check(id + " db_hash", recorded.get("db_hash"), found.get("db_hash"), differences);
    check(
        id + " user_db_hash", recorded.get("user_db_hash"), found.get("user_db_hash"), differences);
    if (!recorded.has("reward_info")) {
      return;
    }
    JsonNode reward = recorded.get("reward_info");
    JsonNode foundReward = found.get("reward_info");
    if (reward.has("exception")) {
      check(id + " exception", reward, foundReward, differences);
      return;
    }
    for (String field : REWARD) {
      if (reward.has(field)) {
        check(id + " " + field, reward.get(field), foundReward.path(field), differences);
      }
    }
  }

  private static void check(
      String what, JsonNode recorded, JsonNode found, List<String> differences) {
    // The text is compared: integers and floats differ in it, in nodes of equal value not always.
    if (!recorded.toString().equals(found.toString())) {
      differences.add(what + "\n  recorded " + recorded + "\n  found    " + found + "\n");
    }
  }
}
