package org.sealflow.tau.python;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as Python values, within Python's own limits on numerals and nesting. */
public final class JsonValues {
  private static final int MAX_DIGITS = 4300;
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(MAX_DIGITS).build())
                  .build())
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private JsonValues() {}

  /** A reader for JSON whose values are to be Python's. */
  public static ObjectMapper mapper() {
    return JSON;
  }

  /** The value of a node; absence is null. */
  public static @Nullable Object of(@Nullable JsonNode node) {
    if (node == null || node.isNull() || node.isMissingNode()) {
      return null;
    }
    if (node.isTextual()) {
      return node.textValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isIntegralNumber()) {
      return node.canConvertToLong() ? (Object) node.longValue() : node.bigIntegerValue();
    }
    if (node.isNumber()) {
      return node.doubleValue();
    }
    if (node.isArray()) {
      List<@Nullable Object> list = new ArrayList<>(node.size());
      for (JsonNode item : node) {
        list.add(of(item));
      }
      return list;
    }
    return map(node);
  }

  /** The value of an object node. */
  public static Map<String, @Nullable Object> map(JsonNode node) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>(node.size() * 2);
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      map.put(field.getKey(), of(field.getValue()));
    }
    return map;
  }
}
