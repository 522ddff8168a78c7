package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where two states of a world differ: paths, and the value on either side. */
final class WorldChanges {
  private static final int MOST_CHANGES = 200;
  private static final int LONGEST_VALUE = 1_000;
  private static final int DEEPEST = 40;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ArrayNode changes = JsonNodeFactory.instance.arrayNode();
  private int leftOut;

  private WorldChanges() {}

  /**
   * The differences.
   *
   * @param before part → its canonical text, as {@link org.sealflow.environment.World#state} has it
   * @return {@code changes}, each with a path and the texts {@code before} and {@code after}, null
   *     on the side that lacks it, and {@code leftOut}, how many more there are
   */
  static ObjectNode between(Map<String, String> before, Map<String, String> after) {
    WorldChanges found = new WorldChanges();
    Set<String> parts = new LinkedHashSet<>(before.keySet());
    parts.addAll(after.keySet());
    for (String part : parts) {
      String one = before.get(part);
      String other = after.get(part);
      if (!Objects.equals(one, other)) {
        found.compare(part, read(one), read(other), 0);
      }
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("changes", found.changes);
    return node.put("leftOut", found.leftOut);
  }

  private static @Nullable JsonNode read(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException noJson) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }

  private void compare(String path, @Nullable JsonNode before, @Nullable JsonNode after, int deep) {
    if (Objects.equals(before, after)) {
      return;
    }
    if (before == null || after == null || deep >= DEEPEST) {
      add(path, before, after);
    } else if (before.isObject() && after.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      names.forEach(
          name -> compare(path + "." + name, before.get(name), after.get(name), deep + 1));
    } else if (before.isArray() && after.isArray()) {
      for (int at = 0; at < Math.max(before.size(), after.size()); at++) {
        compare(path + "[" + at + "]", before.get(at), after.get(at), deep + 1);
      }
    } else {
      add(path, before, after);
    }
  }

  private void add(String path, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (changes.size() >= MOST_CHANGES) {
      leftOut++;
      return;
    }
    changes
        .addObject()
        .put("path", cut(path))
        .put("before", text(before))
        .put("after", text(after));
  }

  private static @Nullable String text(@Nullable JsonNode node) {
    return node == null ? null : cut(node.toString());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }
}
