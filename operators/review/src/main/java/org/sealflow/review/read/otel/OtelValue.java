package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.read.Json;

/** Values of OTLP JSON as plain JSON. */
final class OtelValue {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private OtelValue() {}

  /** The attributes of a span or a log record. */
  static Map<String, JsonNode> attributes(JsonNode list) {
    Map<String, JsonNode> attributes = new HashMap<>();
    for (JsonNode attribute : list) {
      attributes.put(Json.idOf(attribute, "key"), plain(attribute.path("value")));
    }
    return attributes;
  }

  /** An AnyValue; one that holds nothing is null. */
  static JsonNode plain(JsonNode value) {
    if (value.has("stringValue")) {
      return value.get("stringValue");
    }
    if (value.has("intValue")) {
      JsonNode number = value.get("intValue");
      return number.asText().matches("-?\\d{1,18}")
          ? NODES.numberNode(Long.parseLong(number.asText()))
          : number;
    }
    if (value.has("arrayValue")) {
      ArrayNode list = NODES.arrayNode();
      value.get("arrayValue").path("values").forEach(member -> list.add(plain(member)));
      return list;
    }
    if (value.has("kvlistValue")) {
      ObjectNode object = NODES.objectNode();
      for (JsonNode member : value.get("kvlistValue").path("values")) {
        object.set(Json.idOf(member, "key"), plain(member.path("value")));
      }
      return object;
    }
    for (String kind : new String[] {"boolValue", "doubleValue", "bytesValue"}) {
      if (value.has(kind)) {
        return value.get(kind);
      }
    }
    return NODES.nullNode();
  }

  /**
   * An id of so many bytes in lower-case hex.
   *
   * @return null if the text is neither hex nor base64 of that length
   */
  static @Nullable String id(String text, int bytes) {
    if (text.length() == 2 * bytes && text.matches("[0-9a-fA-F]+")) {
      return text.toLowerCase(Locale.ROOT);
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(text);
      return decoded.length == bytes ? HexFormat.of().formatHex(decoded) : null;
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }
}
