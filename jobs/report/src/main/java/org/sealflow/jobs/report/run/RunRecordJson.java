package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Reads back into records what a run's recorder has written of them. */
final class RunRecordJson {
  private RunRecordJson() {}

  /**
   * Fills a record. What JSON does not name is as the schema has it by default.
   *
   * @param record an empty one
   * @return the record
   * @throws IllegalArgumentException naming the first field that is missing or of another type
   */
  static <T extends SpecificRecordBase> T read(JsonNode json, T record) {
    if (!json.isObject()) {
      throw expected("the line", "an object");
    }
    for (Schema.Field field : record.getSchema().getFields()) {
      JsonNode given = json.get(field.name());
      if (given == null && !field.hasDefaultValue()) {
        throw new IllegalArgumentException("it lacks " + field.name());
      }
      record.put(
          field.pos(),
          given == null
              ? SpecificData.get().getDefaultValue(field)
              : value(given, field.schema(), field.name()));
    }
    return record;
  }

  private static @Nullable Object value(JsonNode json, Schema schema, String name) {
    return switch (schema.getType()) {
      case UNION -> json.isNull() ? null : value(json, present(schema), name);
      case RECORD -> read(json, (SpecificRecordBase) SpecificData.get().newRecord(null, schema));
      case ARRAY -> list(json, schema, name);
      case MAP -> map(json, schema, name);
      case ENUM -> constant(text(json, name), schema, name);
      case STRING -> text(json, name);
      case BOOLEAN -> flag(json, name);
      case INT -> (int) whole(json, name);
      case LONG -> schema.getLogicalType() == null ? (Object) whole(json, name) : time(json, name);
      case DOUBLE -> number(json, name);
      case FLOAT -> (float) number(json, name);
      case BYTES, FIXED, NULL ->
          throw new IllegalStateException("no run's file holds " + schema + " in " + name);
    };
  }

  private static Schema present(Schema union) {
    return union.getTypes().stream()
        .filter(type -> type.getType() != Schema.Type.NULL)
        .findFirst()
        .orElseThrow();
  }

  private static List<@Nullable Object> list(JsonNode json, Schema schema, String name) {
    if (!json.isArray()) {
      throw expected(name, "a list");
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (JsonNode each : json) {
      values.add(value(each, schema.getElementType(), name));
    }
    return values;
  }

  private static Map<String, @Nullable Object> map(JsonNode json, Schema schema, String name) {
    if (!json.isObject()) {
      throw expected(name, "an object");
    }
    Map<String, @Nullable Object> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      values.put(
          entry.getKey(),
          value(entry.getValue(), schema.getValueType(), name + "." + entry.getKey()));
    }
    return values;
  }

  private static Object constant(String text, Schema schema, String name) {
    if (!schema.hasEnumSymbol(text)) {
      throw new IllegalArgumentException(
          name + " is '" + text + "', expected one of " + schema.getEnumSymbols());
    }
    return SpecificData.get().createEnum(text, schema);
  }

  private static String text(JsonNode json, String name) {
    if (!json.isTextual()) {
      throw expected(name, "a text");
    }
    return json.asText();
  }

  private static boolean flag(JsonNode json, String name) {
    if (!json.isBoolean()) {
      throw expected(name, "true or false");
    }
    return json.asBoolean();
  }

  private static long whole(JsonNode json, String name) {
    if (!json.isIntegralNumber()) {
      throw expected(name, "a whole number");
    }
    return json.asLong();
  }

  /** Numbers that JSON does not have stand as texts. */
  private static double number(JsonNode json, String name) {
    if (json.isNumber()) {
      return json.asDouble();
    }
    return switch (json.asText()) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw expected(name, "a number");
    };
  }

  private static Instant time(JsonNode json, String name) {
    try {
      return Instant.parse(text(json, name));
    } catch (DateTimeParseException malformed) {
      throw new IllegalArgumentException(
          name + " is '" + json.asText() + "', expected a time such as 2026-01-15T08:00:00Z",
          malformed);
    }
  }

  private static IllegalArgumentException expected(String name, String what) {
    return new IllegalArgumentException(name + " is not " + what);
  }
}
