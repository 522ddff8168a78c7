package org.sealflow.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of sections, component by component, and notes everything that is wrong. A record
 * of one map is written as that map.
 */
public final class SettingsMapping {
  private final List<String> problems;

  public SettingsMapping(List<String> problems) {
    this.problems = problems;
  }

  /**
   * Makes a record.
   *
   * @param path name of the section; empty at the root
   * @param section all its settings; what the type does not know is left alone
   * @return the record; null if anything was noted
   */
  public <T> @Nullable T read(String path, ObjectNode section, Class<T> type) {
    return read(path, section, type, null);
  }

  /**
   * Makes a record of what is given over another one; a setting that there is not is noted.
   *
   * @param path name of the section; empty at the root
   * @param defaults its values where nothing is given
   * @return the record; {@code defaults} if anything was noted
   */
  public <T extends Record> T over(String path, T defaults, ObjectNode given) {
    int before = problems.size();
    ObjectNode section = tree(defaults);
    merge(path, section, given, defaults.getClass());
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) defaults.getClass();
    T made = read(path, section, type, defaults);
    return made == null || problems.size() > before ? defaults : made;
  }

  /**
   * Makes a record.
   *
   * @param path name of the section; empty at the root
   * @param section all its settings; what the type does not know is left alone
   * @param fallback has the values for components that are wrong, so that the record's own checks
   *     are made too; null to make them only if all components are right
   * @return the record; null if anything was noted
   */
  public <T> @Nullable T read(
      String path, ObjectNode section, Class<T> type, @Nullable Record fallback) {
    int before = problems.size();
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      RecordComponent component = components[i];
      Object standard = fallback == null ? null : value(fallback, component);
      int known = problems.size();
      values[i] =
          isMap(type) || isInSameSection(component)
              ? value(path, section, component, standard)
              : value(
                  below(path, component.getName()),
                  section.path(component.getName()),
                  component,
                  standard);
      if (problems.size() > known) {
        values[i] = standard;
      }
    }
    T made =
        problems.size() == before || fallback != null
            ? construct(path, type, components, values)
            : null;
    return problems.size() > before ? null : made;
  }

  /** The settings that a record is made of. */
  public static ObjectNode tree(Record values) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    for (RecordComponent component : values.getClass().getRecordComponents()) {
      Object value = value(values, component);
      JsonNode node = value instanceof Record below ? tree(below) : node(value);
      if (isMap(values.getClass()) && node instanceof ObjectNode map) {
        return map;
      }
      if (isInSameSection(component) && node instanceof ObjectNode beside) {
        section.setAll(beside);
      } else {
        section.set(component.getName(), node);
      }
    }
    return section;
  }

  /**
   * Settings by dotted key as a section. A key below another one that has a value replaces it.
   *
   * @param values texts by key, such as {@code optimizer.beta1}
   */
  public static ObjectNode nested(Map<String, String> values) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    values.forEach(
        (key, value) -> {
          ObjectNode section = root;
          List<String> path = List.of(key.split("\\.", -1));
          for (String name : path.subList(0, path.size() - 1)) {
            section =
                section.get(name) instanceof ObjectNode lower ? lower : section.putObject(name);
          }
          section.put(path.get(path.size() - 1), value);
        });
    return root;
  }

  private static JsonNode node(@Nullable Object value) {
    return value == null ? JsonNodeFactory.instance.nullNode() : SettingValues.node(value);
  }

  private static @Nullable Object value(Record values, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(values);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a record has its accessors: " + values, impossible);
    }
  }

  private void merge(String path, ObjectNode section, ObjectNode given, Class<?> type) {
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      String name = entry.getKey();
      Optional<RecordComponent> component = component(type, name);
      if (isMap(type)) {
        section.set(name, entry.getValue());
      } else if (component.isEmpty()) {
        problems.add(
            "unknown setting %s, expected one of %s"
                .formatted(below(path, name), String.join(", ", names(path, type))));
      } else if (section.get(name) instanceof ObjectNode lower && isSection(component.get())) {
        if (entry.getValue() instanceof ObjectNode changes) {
          merge(below(path, name), lower, changes, component.get().getType());
        } else {
          refuse(below(path, name), entry.getValue(), component.get().getType());
        }
      } else {
        section.set(name, entry.getValue());
      }
    }
  }

  private static Optional<RecordComponent> component(Class<?> type, String name) {
    return settings(type).filter(each -> each.getName().equals(name)).findFirst();
  }

  private static List<String> names(String path, Class<?> type) {
    return settings(type).map(each -> below(path, each.getName())).toList();
  }

  /** The components whose settings stand in a record's section. */
  private static Stream<RecordComponent> settings(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .flatMap(each -> isInSameSection(each) ? settings(each.getType()) : Stream.of(each));
  }

  private static boolean isInSameSection(RecordComponent component) {
    return component.isAnnotationPresent(SameSection.class);
  }

  private static boolean isSection(RecordComponent component) {
    return component.getType().isRecord();
  }

  private static boolean isMap(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    return components.length == 1 && Map.class.isAssignableFrom(components[0].getType());
  }

  private @Nullable Object value(
      String path, JsonNode given, RecordComponent component, @Nullable Object fallback) {
    Class<?> type = component.getType();
    if (given.isNull() && !type.isPrimitive()) {
      return null;
    }
    if (type == Double.class && SettingValues.isOff(given)) {
      return null;
    }
    if (type.isRecord() && given instanceof ObjectNode section) {
      return read(path, section, type, (Record) fallback);
    }
    if (component.getGenericType() instanceof ParameterizedType map
        && type == Map.class
        && given instanceof ObjectNode section) {
      return entries(path, section, (Class<?>) map.getActualTypeArguments()[1]);
    }
    return scalar(path, given, type, component.getGenericType());
  }

  private Map<String, Object> entries(String path, ObjectNode section, Class<?> type) {
    Map<String, Object> entries = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : section.properties()) {
      Object value = scalar(below(path, entry.getKey()), entry.getValue(), type, type);
      if (value != null) {
        entries.put(entry.getKey(), value);
      }
    }
    return entries;
  }

  private @Nullable Object scalar(String path, JsonNode given, Class<?> type, Type generic) {
    try {
      Optional<?> value = SettingValues.of(given, generic);
      if (value.isEmpty()) {
        refuse(path, given, type);
      }
      return value.orElse(null);
    } catch (IllegalArgumentException refused) {
      problems.add(path + ": " + refused.getMessage());
      return null;
    }
  }

  private void refuse(String path, JsonNode given, Class<?> type) {
    problems.add(
        path + " is " + SettingValues.shown(given) + ", expected " + SettingValues.expected(type));
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
      note(path, refused.getTargetException());
      return null;
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a record has its constructor: " + type, impossible);
    }
  }

  private void note(String path, Throwable refused) {
    if (refused instanceof SettingsException several) {
      several.problems().forEach(problem -> problems.add(below(path, problem)));
    } else {
      problems.add((path.isEmpty() ? "" : path + ": ") + refused.getMessage());
    }
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
