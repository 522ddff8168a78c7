package org.sealflow.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes records of sections, component by component, and notes every value of a wrong type. */
public final class SettingsMapping {
  private static final JsonMapper MAPPER = mapper();

  private final List<String> problems;

  public SettingsMapping(List<String> problems) {
    this.problems = problems;
  }

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
   * Makes a record.
   *
   * @param path name of the section
   * @param section its settings; what the type does not know is left alone
   * @return the record; null if anything was noted
   */
  public <T> @Nullable T read(String path, ObjectNode section, Class<T> type) {
    int before = problems.size();
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      String name = components[i].getName();
      values[i] = value(path + "." + name, section.path(name), components[i]);
    }
    return problems.size() > before ? null : construct(path, type, components, values);
  }

  private @Nullable Object value(String path, JsonNode given, RecordComponent component) {
    Class<?> type = component.getType();
    if (given.isNull() && !type.isPrimitive()) {
      return null;
    }
    if (type.isRecord() && given instanceof ObjectNode section) {
      return read(path, section, type);
    }
    int before = problems.size();
    Optional<?> value =
        type.isEnum()
            ? constant(given, type)
            : type == Duration.class
                ? TimeSpans.parse(given.asText())
                : converted(path, given, MAPPER.constructType(component.getGenericType()));
    if (value.isEmpty() && problems.size() == before) {
      problems.add(path + " is " + shown(given) + ", expected " + expected(type));
    }
    return value.orElse(null);
  }

  private static Optional<?> constant(JsonNode given, Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> written(each).equals(given.asText()))
        .findFirst();
  }

  /** As settings write a constant, e.g. {@code long-context}. */
  private static String written(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Optional<?> converted(String path, JsonNode given, JavaType type) {
    try {
      return Optional.ofNullable(MAPPER.treeToValue(given, type));
    } catch (ValueInstantiationException refused) {
      Throwable cause = refused.getCause();
      problems.add(path + ": " + (cause == null ? refused : cause).getMessage());
      return Optional.empty();
    } catch (JsonProcessingException wrong) {
      return Optional.empty();
    }
  }

  private <T> @Nullable T construct(
      String path, Class<T> type, RecordComponent[] components, @Nullable Object[] values) {
    try {
      Constructor<T> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      problems.add(path + ": " + refused.getTargetException().getMessage());
      return null;
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a record has its constructor: " + type, impossible);
    }
  }

  public static String shown(JsonNode given) {
    return switch (given.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "a section";
      case NULL, MISSING -> "nothing";
      default -> "'" + given.asText() + "'";
    };
  }

  private static String expected(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(SettingsMapping::written)
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == double.class || type == Double.class) {
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
}
