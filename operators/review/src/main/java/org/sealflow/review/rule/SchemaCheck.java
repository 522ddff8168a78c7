package org.sealflow.review.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.read.Quoted;

/**
 * Judges values by the keywords type, required, properties, items, additionalProperties, enum and
 * const of JSON Schema. Other keywords only ever forbid more, so that what is found stands; {@link
 * #unjudged} names them. Beside {@code $ref} nothing is judged, as older drafts have it.
 */
public final class SchemaCheck {
  private static final Set<String> SILENT =
      Set.of(
          "type",
          "required",
          "properties",
          "items",
          "additionalProperties",
          "enum",
          "const",
          "title",
          "description",
          "default",
          "examples",
          "example",
          "nullable",
          "strict",
          "deprecated",
          "readOnly",
          "writeOnly",
          "$schema",
          "$id",
          "$comment",
          "$defs",
          "definitions");

  /**
   * A violation of a schema.
   *
   * @param argument the argument, with its keys joined by dots
   * @param evidence what was found and what was expected
   */
  record Violation(String argument, String evidence) {}

  private final List<Violation> violations = new ArrayList<>();

  private SchemaCheck() {}

  /** The violations of arguments against a schema, in the schema's order. */
  static List<Violation> violations(JsonNode schema, JsonNode arguments) {
    SchemaCheck check = new SchemaCheck();
    check.check("", schema, arguments);
    return check.violations;
  }

  /** The keywords of a schema that are not judged. */
  public static Set<String> unjudged(JsonNode schema) {
    Set<String> keywords = new TreeSet<>();
    collect(schema, keywords);
    return keywords;
  }

  private static void collect(JsonNode schema, Set<String> keywords) {
    schema
        .properties()
        .forEach(
            keyword -> {
              if (!SILENT.contains(keyword.getKey())) {
                keywords.add(keyword.getKey());
              }
            });
    schema.path("properties").forEach(property -> collect(property, keywords));
    for (String below : List.of("items", "additionalProperties")) {
      if (schema.path(below).isObject()) {
        collect(schema.get(below), keywords);
      }
    }
  }

  private void check(String path, JsonNode schema, JsonNode value) {
    if (schema.has("$ref") || (value.isNull() && schema.path("nullable").asBoolean(false))) {
      return;
    }
    if (!isOfType(schema.path("type"), value)) {
      add(path, value, "type " + schema.get("type"));
      return;
    }
    if (schema.path("enum").isArray() && !isAmong(schema.get("enum"), value)) {
      add(path, value, "one of " + Quoted.cut(schema.get("enum").toString(), 80));
    }
    if (schema.has("const") && !same(schema.get("const"), value)) {
      add(path, value, schema.get("const").toString());
    }
    if (value.isObject()) {
      checkObject(path, schema, value);
    }
    if (value.isArray() && schema.path("items").isObject()) {
      for (int at = 0; at < value.size(); at++) {
        check(path + "[" + at + "]", schema.get("items"), value.get(at));
      }
    }
  }

  private void add(String path, JsonNode value, String expected) {
    violations.add(
        new Violation(path, named(path) + " is " + shown(value) + ", expected " + expected));
  }

  private static String named(String path) {
    return path.isEmpty() ? "the arguments object" : Quoted.cut(path, 60);
  }

  private static String shown(JsonNode value) {
    return Quoted.cut(value.toString(), 40);
  }

  private void checkObject(String path, JsonNode schema, JsonNode object) {
    JsonNode properties = schema.path("properties");
    for (JsonNode required : schema.path("required")) {
      if (required.isTextual() && !object.has(required.textValue())) {
        String below = join(path, required.textValue());
        violations.add(new Violation(below, named(below) + " is missing, but required"));
      }
    }
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String below = join(path, field.getKey());
      JsonNode own = properties.get(field.getKey());
      JsonNode others = schema.path("additionalProperties");
      if (own != null) {
        check(below, own, field.getValue());
      } else if (!schema.has("patternProperties")) {
        if (others.isBoolean() && !others.booleanValue()) {
          violations.add(new Violation(below, named(below) + " is no argument of the tool"));
        } else if (others.isObject()) {
          check(below, others, field.getValue());
        }
      }
    }
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static boolean isOfType(@Nullable JsonNode type, JsonNode value) {
    if (type == null || !(type.isTextual() || type.isArray())) {
      return true;
    }
    if (type.isTextual()) {
      return isOf(type.textValue(), value);
    }
    for (JsonNode one : type) {
      if (isOf(one.asText(), value)) {
        return true;
      }
    }
    return type.isEmpty();
  }

  /** Whether a value is of a type; of a type that JSON Schema does not have, every value is. */
  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      case "number" -> value.isNumber();
      case "integer" ->
          value.isIntegralNumber()
              || (value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue()));
      default -> true;
    };
  }

  private static boolean isAmong(JsonNode values, JsonNode value) {
    for (JsonNode one : values) {
      if (same(one, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return one.equals(other)
        || (one.isNumber() && other.isNumber() && one.doubleValue() == other.doubleValue());
  }
}
