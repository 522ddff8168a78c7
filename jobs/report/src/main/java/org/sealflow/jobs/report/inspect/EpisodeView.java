package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.jobs.report.page.TrajectoryDetail;
import org.sealflow.jobs.report.page.TrajectoryEntry;
import org.sealflow.jobs.report.page.TrajectoryWords;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;

/** An episode that was executed as JSON: diagnosis, words, recorded results, worlds. */
final class EpisodeView {
  private static final int LONGEST_RESULT = 2_000;

  private EpisodeView() {}

  /**
   * The JSON: {@code entry} and {@code detail} as the report page has them, each turn with {@code
   * world} and {@code recorded} results by step and call, and {@code words}.
   */
  static ObjectNode of(
      int position,
      EpisodePlay.Played played,
      List<TrajectoryEvent> events,
      TrajectoryWords words) {
    ObjectNode detail = TrajectoryDetail.of(played.turns(), played.episode());
    JsonNode turns = detail.path("turns");
    Map<Integer, ObjectNode> recorded = recorded(events, detail);
    for (int at = 0; at < turns.size(); at++) {
      ObjectNode turn = (ObjectNode) turns.get(at);
      turn.set("world", played.worlds().get(at));
      turn.set("recorded", recorded.get(turn.path("turn").intValue()));
    }
    ObjectNode node = detail.objectNode();
    node.set("entry", TrajectoryEntry.of(position, played.turns(), played.episode()));
    node.set("detail", detail);
    node.set("words", words.node());
    return node;
  }

  private static Map<Integer, ObjectNode> recorded(
      List<TrajectoryEvent> events, ObjectNode factory) {
    Map<Integer, ObjectNode> turns = new HashMap<>();
    Map<String, Integer> numbers = new HashMap<>();
    Map<Integer, Integer> steps = new HashMap<>();
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      if (step != null && WhatIf.executes(step)) {
        int number = steps.merge(step.getTurn(), 1, Integer::sum) - 1;
        numbers.put(step.getTurn() + "." + step.getStep(), number);
      }
      ToolResults results = event.getToolResults();
      Integer number =
          results == null ? null : numbers.get(results.getTurn() + "." + results.getStep());
      if (results != null && number != null) {
        ObjectNode turn = turns.computeIfAbsent(results.getTurn(), begun -> factory.objectNode());
        List<ToolResult> all = results.getResults();
        for (int call = 0; call < all.size(); call++) {
          String raw = all.get(call).getRaw();
          turn.put(number + "." + call, raw == null ? null : cut(raw));
        }
      }
    }
    return turns;
  }

  /** The ground truth's calls of each turn, so that they can be put in place of the policy's. */
  static ArrayNode groundTruth(Task task, ObjectNode factory) {
    ArrayNode turns = factory.arrayNode();
    task.getTurns()
        .forEach(
            turn -> {
              ArrayNode calls = turns.addArray();
              turn.getGroundTruth().forEach(calls::add);
            });
    return turns;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_RESULT ? text : text.substring(0, LONGEST_RESULT) + "…";
  }
}
