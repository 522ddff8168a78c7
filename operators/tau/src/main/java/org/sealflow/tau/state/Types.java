package org.sealflow.tau.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;

/** The field types of the benchmark's models. */
public final class Types {
  /** Text only. */
  public static final FieldType TEXT =
      (value, path, problems) -> {
        if (!(value instanceof String)) {
          problems.add(path, "Input should be a valid string", "string_type", value);
        }
        return value;
      };

  /** Integers; integral floats, numerals and truth values turn into one. */
  public static final FieldType INTEGER = NumberTypes::integer;

  /** Floats; integers, numerals and truth values turn into one. */
  public static final FieldType NUMBER = NumberTypes::number;

  /** Truth values; 0, 1 and their usual words turn into one. */
  public static final FieldType BOOLEAN = NumberTypes::truth;

  /** A calendar day, kept as the text that is printed. */
  public static final FieldType DATE = (value, path, problems) -> day(value, path, problems);

  /** A day with its time, kept as the text that is printed, with a blank between the two. */
  public static final FieldType DATE_TIME =
      (value, path, problems) -> {
        if (value instanceof String text
            && text.matches("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d")) {
          return text.replace('T', ' ');
        }
        problems.add(path, "Input should be a valid datetime", "datetime_type", value);
        return value;
      };

  private Types() {}

  private static @Nullable Object day(
      @Nullable Object value, String path, ValidationProblems problems) {
    if (!(value instanceof String text) || !text.matches("\\d{4}-\\d\\d-\\d\\d")) {
      problems.add(path, "Input should be a valid date", "date_type", value);
    }
    return value;
  }

  /** One of some texts. */
  public static FieldType literal(String... values) {
    return oneOf("literal_error", List.of(values));
  }

  /** One of some texts that are members of an enumeration. */
  public static FieldType enumeration(String... values) {
    return oneOf("enum", List.of(values));
  }

  private static FieldType oneOf(String type, List<String> values) {
    List<String> quoted = values.stream().map(Python::repr).toList();
    String last = quoted.get(quoted.size() - 1);
    String message =
        "Input should be "
            + (quoted.size() == 1
                ? last
                : quoted.stream().limit(quoted.size() - 1L).collect(Collectors.joining(", "))
                    + " or "
                    + last);
    return (value, path, problems) -> {
      if (!(value instanceof String text) || !values.contains(text)) {
        problems.add(path, message, type, value);
      }
      return value;
    };
  }

  /** Null or a value of the type. */
  public static FieldType optional(FieldType type) {
    return (value, path, problems) -> value == null ? null : type.check(value, path, problems);
  }

  public static FieldType listOf(FieldType type) {
    return (value, path, problems) -> {
      if (!(value instanceof List<?> list)) {
        problems.add(path, "Input should be a valid list", "list_type", value);
        return value;
      }
      List<@Nullable Object> items = new ArrayList<>(list.size());
      for (int i = 0; i < list.size(); i++) {
        items.add(type.check(list.get(i), path + "." + i, problems));
      }
      return items;
    };
  }

  /** Any keys, values of the type. */
  public static FieldType mapOf(FieldType type) {
    return (value, path, problems) -> {
      if (!(value instanceof Map<?, ?> map)) {
        problems.add(path, "Input should be a valid dictionary", "dict_type", value);
        return value;
      }
      Map<String, @Nullable Object> items = new LinkedHashMap<>(map.size() * 2);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = (String) entry.getKey();
        items.put(key, type.check(entry.getValue(), path + "." + key, problems));
      }
      return items;
    };
  }

  /** A record of a model: one that exists, or a dictionary that turns into one. */
  public static FieldType entity(Model model) {
    return (value, path, problems) -> {
      if (value instanceof Entity entity && entity.shape() == model.shape()) {
        return entity;
      }
      if (value instanceof Map<?, ?> map) {
        return model.read(map, path, problems);
      }
      problems.add(
          path,
          "Input should be a valid dictionary or instance of " + model.shape().name(),
          "model_type",
          value);
      return value;
    };
  }

  /** A record of one of several models; a field of the dictionary tells which. */
  public static FieldType tagged(String field, Map<String, Model> models) {
    return (value, path, problems) -> {
      Object tag = value instanceof Map<?, ?> map ? map.get(field) : null;
      Model model = tag instanceof String text ? models.get(text) : null;
      if (model == null) {
        problems.add(
            path, "Input should have a known value of " + field, "union_tag_invalid", value);
        return value;
      }
      return entity(model).check(value, path, problems);
    };
  }
}
