package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognises a file's format by its first JSON value. */
public final class FormatGuess {
  private static final int KEYS_SHOWN = 8;
  private static final Set<String> ITEM_TYPES =
      Set.of("message", "function_call", "function_call_output", "reasoning", "custom_tool_call");

  private FormatGuess() {}

  /** The format of a value, or of the first member of a list of records; null if it is unknown. */
  public static @Nullable TrajectoryFormat of(JsonNode value) {
    if (value.isArray()) {
      return ofArray(value);
    }
    if (Json.idOf(value, "schema_version").startsWith("ATIF-")
        || (value.has("schema_version") && value.has("steps"))) {
      return TrajectoryFormat.ATIF;
    }
    if (value.has("resourceSpans")
        || value.has("resourceLogs")
        || value.has("resource_spans")
        || value.has("resource_logs")) {
      return TrajectoryFormat.OTEL;
    }
    if (value.has("task") && (value.path("traces").isArray() || value.has("nodes"))) {
      return TrajectoryFormat.VERIFIERS;
    }
    if ((value.has("responses_create_params") && value.has("response"))
        || "response".equals(Json.text(value, "object"))) {
      return TrajectoryFormat.RESPONSES;
    }
    if (SealReader.isDump(value)) {
      return TrajectoryFormat.SEAL;
    }
    if (Json.arrayOf(value.get("messages")) != null
        || (value.path("prompt").isArray() && value.path("completion").isArray())
        || value.path("traj").isArray()
        || (value.path("request").isObject() && value.has("response"))) {
      return TrajectoryFormat.CHAT;
    }
    return null;
  }

  private static @Nullable TrajectoryFormat ofArray(JsonNode list) {
    boolean roles = !list.isEmpty();
    boolean items = !list.isEmpty();
    for (JsonNode member : list) {
      roles &= ChatReader.isMessage(member);
      items &= ChatReader.isMessage(member) || isItem(member);
    }
    if (roles || items) {
      return roles ? TrajectoryFormat.CHAT : TrajectoryFormat.RESPONSES;
    }
    return list.path(0).isObject() ? of(list.get(0)) : null;
  }

  /** Whether an array of this first member is one record, not a list of records. */
  public static boolean isOneRecord(JsonNode firstMember) {
    return ChatReader.isMessage(firstMember) || isItem(firstMember);
  }

  private static boolean isItem(JsonNode member) {
    return ITEM_TYPES.contains(Json.idOf(member, "type"));
  }

  /** Says what a value holds instead of what was expected. */
  public static String unknown(JsonNode value, String expected) {
    if (value.isArray() && value.path(0).isObject()) {
      return "a list of objects with the keys " + keys(value.get(0)) + "; " + expected;
    }
    return value.isObject()
        ? "an object with the keys " + keys(value) + "; " + expected
        : Quoted.of(value) + "; " + expected;
  }

  private static String keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(key -> keys.add(Quoted.cut(key, 40)));
    List<String> shown = keys.subList(0, Math.min(KEYS_SHOWN, keys.size()));
    return String.join(", ", shown) + (keys.size() > KEYS_SHOWN ? ", …" : "");
  }
}
