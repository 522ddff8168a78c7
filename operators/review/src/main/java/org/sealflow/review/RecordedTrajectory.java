package org.sealflow.review;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an agent, as a file recorded it.
 *
 * @param id the record's own id, else its file and line
 * @param source where the record is, such as {@code logs.jsonl:12}
 * @param tools the tools that the record says were offered; null if it says nothing
 * @param messages in the order in which they were exchanged
 * @param reward as the record carries it; null if it carries none
 * @param outcome how the record ends
 * @param original the record as it was read, unknown fields included; of spans, values of their
 *     file that hold its spans and log records alone; of a trace in an episode, the episode with
 *     that trace alone; not to be changed
 */
public record RecordedTrajectory(
    String id,
    String source,
    @Nullable List<OfferedTool> tools,
    List<RecordedMessage> messages,
    @Nullable Double reward,
    RecordOutcome outcome,
    JsonNode original) {
  public RecordedTrajectory {
    tools = tools == null ? null : List.copyOf(tools);
    messages = List.copyOf(messages);
  }

  /** The number of replies by the model. */
  public int turns() {
    return (int) messages.stream().filter(message -> message.speaker() == Speaker.MODEL).count();
  }

  /** All calls in order, those that a program made included. */
  public List<RecordedCall> calls() {
    return messages.stream().flatMap(message -> message.calls().stream()).toList();
  }

  /** The number of results, those that belong to no single call included. */
  public int results() {
    int results = 0;
    for (RecordedMessage message : messages) {
      results += message.speaker() == Speaker.TOOL ? 1 : 0;
      for (RecordedCall call : message.calls()) {
        results += call.kind() == CallKind.HOSTED && call.result() != null ? 1 : 0;
      }
    }
    return results;
  }

  /** The offered tool of this name; null if it is not offered, or nothing is known of the tools. */
  public @Nullable OfferedTool tool(String name) {
    if (tools != null) {
      for (OfferedTool tool : tools) {
        if (tool.name().equals(name)) {
          return tool;
        }
      }
    }
    return null;
  }
}
