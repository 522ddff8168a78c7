package org.sealflow.jobs.settings;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.SettingValues;
import org.sealflow.settings.SettingsMapping;

/** Takes values out of what was given by name, and notes what is wrong with them. */
final class NamedArguments {
  private final Map<String, String> given;
  private final List<String> problems;
  private final TreeSet<String> known = new TreeSet<>();

  /**
   * Of arguments.
   *
   * @param given values by name, without dashes
   * @param problems takes what is wrong, a line each
   */
  NamedArguments(Map<String, String> given, List<String> problems) {
    this.given = given;
    this.problems = problems;
  }

  /** Notes a problem of several values together. */
  void note(String problem) {
    problems.add(problem);
  }

  /**
   * The value given; if it is absent, notes that and returns the name, so that reading can go on.
   */
  String required(String name) {
    String value = textOrNull(name);
    if (value == null) {
      problems.add("--" + name + " is missing");
    }
    return value == null ? name : value;
  }

  /** The value given, or the fallback. */
  String text(String name, String fallback) {
    String value = textOrNull(name);
    return value == null ? fallback : value;
  }

  /** The value given; null if it is absent. */
  @Nullable String textOrNull(String name) {
    known.add(name);
    return given.get(name);
  }

  /** The value given, of the type of the fallback; the fallback if it is absent or wrong. */
  <T> T value(String name, T fallback) {
    String text = textOrNull(name);
    if (text == null) {
      return fallback;
    }
    Class<?> type =
        MethodType.methodType(
                fallback instanceof Enum<?> one ? one.getDeclaringClass() : fallback.getClass())
            .unwrap()
            .returnType();
    Optional<?> value = SettingValues.of(TextNode.valueOf(text), type);
    if (value.isEmpty()) {
      problems.add("--" + name + " is '" + text + "', expected " + SettingValues.expected(type));
      return fallback;
    }
    @SuppressWarnings("unchecked")
    T found = (T) value.get();
    return found;
  }

  /**
   * A record whose components, those of its records too, are arguments of their names: {@code
   * restartWindow} is {@code restart-window}.
   *
   * @param defaults what is not given
   * @return the record; the defaults if anything of it is wrong
   */
  <R extends Record> R record(R defaults) {
    List<String> wrong = new ArrayList<>();
    R read = new SettingsMapping(wrong).over("", defaults, section(defaults.getClass()));
    wrong.forEach(problem -> problems.add(asArgument(problem)));
    return read;
  }

  private ObjectNode section(Class<?> type) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getType().isRecord()) {
        section.set(component.getName(), section(component.getType()));
        continue;
      }
      String text = textOrNull(kebab(component.getName()));
      if (text != null) {
        section.put(component.getName(), text);
      }
    }
    return section;
  }

  /** A problem that begins with the path of a setting, told of the argument instead. */
  private static String asArgument(String problem) {
    String own = problem.replaceFirst("^[\\w.]*: ", "");
    int end = own.indexOf(' ');
    String name = own.substring(own.lastIndexOf('.', end) + 1, end);
    return "--" + kebab(name) + own.substring(end);
  }

  private static String kebab(String name) {
    return name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** A whole number from 0. */
  int number(String name, int fallback) {
    int number = value(name, fallback);
    if (number < 0) {
      problems.add("--" + name + " is '" + number + "', expected a whole number from 0");
    }
    return number;
  }

  /** A size of memory, in bytes. */
  long bytes(String name, long fallback) {
    String value = textOrNull(name);
    try {
      return value == null ? fallback : MemorySize.parseBytes(value);
    } catch (IllegalArgumentException malformed) {
      problems.add("--" + name + " is '" + value + "', expected a size such as 64m or 2g");
      return fallback;
    }
  }

  /** Notes what was given and nobody asked for. */
  void refuseUnknown() {
    for (String name : given.keySet()) {
      if (!known.contains(name)) {
        problems.add("--" + name + " is unknown, known are --" + String.join(", --", known));
      }
    }
  }
}
