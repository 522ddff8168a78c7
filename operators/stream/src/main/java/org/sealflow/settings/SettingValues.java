package org.sealflow.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns what was given for a setting into a value of its type, and names the values allowed. */
public final class SettingValues {
  /** Written for a limit that is off; such a setting is a {@link Double} that may be null. */
  private static final String OFF = "off";

  private static final JsonMapper MAPPER = mapper();

  private SettingValues() {}

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();
    // Names and versions may look like numbers: a text takes any scalar as it is written.
    for (CoercionInputShape shape :
        List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.TryConvert);
    }
    return mapper;
  }

  /**
   * The value given; empty if it is of another type. Texts, as command lines have them, are read as
   * the type's values are written.
   *
   * @throws IllegalArgumentException if the type refuses the value, with its reason
   */
  public static Optional<?> of(JsonNode given, Type type) {
    if (type instanceof Class<?> plain) {
      if (plain.isEnum()) {
        return constant(given.asText(), plain);
      }
      if (plain == Duration.class) {
        return given.isValueNode() ? TimeSpans.parse(given.asText()) : Optional.empty();
      }
      if (plain == double.class || plain == Double.class) {
        return given.isValueNode() ? number(given.asText()) : Optional.empty();
      }
      if (given.isTextual() && (plain == int.class || plain == Integer.class)) {
        return parsed(given.asText(), Integer::valueOf);
      }
      if (given.isTextual() && (plain == long.class || plain == Long.class)) {
        return parsed(given.asText(), Long::valueOf);
      }
      if (given.isTextual() && (plain == boolean.class || plain == Boolean.class)) {
        return flag(given.asText());
      }
    }
    return converted(given, type);
  }

  /** Whether a limit is off. YAML reads the word without quotes as false. */
  static boolean isOff(JsonNode given) {
    return given.asText().equals(OFF) || (given.isBoolean() && !given.booleanValue());
  }

  private static Optional<?> constant(String text, Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> written((Enum<?>) each).equals(text))
        .findFirst();
  }

  private static Optional<Double> number(String text) {
    return parsed(text, Double::valueOf).filter(Double::isFinite);
  }

  private static Optional<Boolean> flag(String text) {
    return text.equals("true") || text.equals("false")
        ? Optional.of(text.equals("true"))
        : Optional.empty();
  }

  private static <T> Optional<T> parsed(String text, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (NumberFormatException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<?> converted(JsonNode given, Type type) {
    try {
      return Optional.ofNullable(MAPPER.treeToValue(given, MAPPER.constructType(type)));
    } catch (ValueInstantiationException refused) {
      Throwable cause = refused.getCause();
      throw new IllegalArgumentException((cause == null ? refused : cause).getMessage(), refused);
    } catch (JsonProcessingException wrong) {
      return Optional.empty();
    }
  }

  /** A constant as settings write it, e.g. {@code long-context}. */
  public static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The value found, as problems show it. */
  public static String shown(JsonNode given) {
    return switch (given.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "a section";
      case NULL, MISSING -> "nothing";
      default -> "'" + given.asText() + "'";
    };
  }

  /** The values that a type allows, as problems name them. */
  public static String expected(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(each -> written((Enum<?>) each))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == Double.class) {
      return "a number or " + OFF;
    }
    if (type == double.class) {
      return "a number";
    }
    if (type == int.class || type == long.class || Number.class.isAssignableFrom(type)) {
      return "a whole number";
    }
    if (type == Duration.class) {
      return "a span of time such as 500ms or 10s";
    }
    if (List.class.isAssignableFrom(type)) {
      return "a list";
    }
    return Map.class.isAssignableFrom(type) || type.isRecord() ? "a section" : "a text";
  }

  /** A value as a node that {@link #of} reads back. */
  static JsonNode node(Object value) {
    if (value instanceof Enum<?> constant) {
      return MAPPER.getNodeFactory().textNode(written(constant));
    }
    return value instanceof Duration span
        ? MAPPER.getNodeFactory().textNode(TimeSpans.text(span))
        : MAPPER.valueToTree(value);
  }
}
