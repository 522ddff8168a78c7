package org.sealflow.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Compares a document with the schema of a custom resource, as an API server does, but for one
 * thing: a field that the schema does not know is an error, where the server drops it silently.
 */
final class StrictSchema {
  private final List<String> problems = new ArrayList<>();

  private StrictSchema() {}

  /** The problems, a line each with the place. */
  static List<String> problems(JsonNode document, JsonNode schema) {
    StrictSchema comparison = new StrictSchema();
    comparison.compare(document, schema, "", true);
    return comparison.problems;
  }

  private void compare(JsonNode value, JsonNode schema, String at, boolean closed) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      require(value.isTextual() || value.isIntegralNumber(), at, value, "a text or whole number");
      return;
    }
    if (!hasType(value, schema.path("type").asText())) {
      problems.add(at + " is " + value + ", expected " + schema.path("type").asText());
      return;
    }
    compareScalar(value, schema, at);
    if (value.isObject()) {
      compareFields(value, schema, at, closed);
    }
    for (int i = 0; i < value.size() && value.isArray() && schema.has("items"); i++) {
      compare(value.get(i), schema.path("items"), at + "[" + i + "]", closed);
    }
    alternatives(value, schema.path("anyOf"), at);
    alternatives(value, schema.path("oneOf"), at);
  }

  private void require(boolean holds, String at, JsonNode value, String expected) {
    if (!holds) {
      problems.add(at + " is " + value + ", expected " + expected);
    }
  }

  private static boolean hasType(JsonNode value, String type) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "" -> true;
      default -> throw new IllegalStateException("the schema has a type '" + type + "'");
    };
  }

  private void compareScalar(JsonNode value, JsonNode schema, String at) {
    if (schema.has("enum")) {
      boolean listed = false;
      for (JsonNode each : schema.path("enum")) {
        listed |= each.equals(value);
      }
      require(listed, at, value, "one of " + schema.path("enum"));
    }
    if (schema.has("pattern") && value.isTextual()) {
      String pattern = schema.path("pattern").asText();
      require(Pattern.compile(pattern).matcher(value.asText()).find(), at, value, pattern);
    }
    if (schema.has("minimum")) {
      double least = schema.path("minimum").asDouble();
      require(value.asDouble() >= least, at, value, least + " or more");
    }
    if (schema.has("maximum")) {
      double most = schema.path("maximum").asDouble();
      require(value.asDouble() <= most, at, value, most + " or less");
    }
    if (schema.has("minLength")) {
      int least = schema.path("minLength").asInt();
      require(value.asText().length() >= least, at, value, least + " characters or more");
    }
    if (schema.has("minItems")) {
      int least = schema.path("minItems").asInt();
      require(value.size() >= least, at, value, least + " elements or more");
    }
  }

  private void compareFields(JsonNode value, JsonNode schema, String at, boolean closed) {
    for (JsonNode name : schema.path("required")) {
      require(value.has(name.asText()), at, value, "a field " + name.asText());
    }
    JsonNode known = schema.path("properties");
    JsonNode others = schema.path("additionalProperties");
    boolean open = !closed || schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String inside = at + "." + field.getKey();
      if (known.has(field.getKey())) {
        compare(field.getValue(), known.path(field.getKey()), inside, closed);
      } else if (others.isObject()) {
        compare(field.getValue(), others, inside, closed);
      } else if (!others.asBoolean() && !known.isMissingNode() && !open) {
        problems.add(inside + " is unknown");
      }
    }
  }

  /** One of them must fit; they say what must be there, not what may. */
  private void alternatives(JsonNode value, JsonNode alternatives, String at) {
    if (alternatives.isEmpty()) {
      return;
    }
    List<String> found = new ArrayList<>();
    for (JsonNode alternative : alternatives) {
      StrictSchema comparison = new StrictSchema();
      comparison.compare(value, alternative, at, false);
      if (comparison.problems.isEmpty()) {
        return;
      }
      found.addAll(comparison.problems);
    }
    problems.add(at + " fits no alternative: " + found);
  }
}
