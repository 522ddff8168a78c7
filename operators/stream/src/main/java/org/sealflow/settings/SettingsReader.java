package org.sealflow.settings;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes settings out of a flat map of dotted keys and notes what is wrong with them: values that
 * cannot be read, sections that are out of range, keys that nobody asked for.
 */
public final class SettingsReader {
  private static final String OFF = "off";

  private final Map<String, String> given;
  private final List<String> problems = new ArrayList<>();
  private final TreeSet<String> known = new TreeSet<>();

  public SettingsReader(Map<String, String> given) {
    this.given = new TreeMap<>(given);
  }

  /** A finite number; {@code fallback} where the key is absent. */
  public double number(String key, double fallback) {
    String value = value(key);
    Double number = value == null ? null : parsed(value);
    if (value != null && number == null) {
      refuse(key, value, "a number");
    }
    return number == null ? fallback : number;
  }

  /** A finite number, or null for {@code off}; {@code fallback} where the key is absent. */
  public @Nullable Double numberOrOff(String key, @Nullable Double fallback) {
    String value = value(key);
    if (value == null) {
      return fallback;
    }
    if (value.equals(OFF)) {
      return null;
    }
    Double number = parsed(value);
    if (number == null) {
      refuse(key, value, "a number or " + OFF);
      return fallback;
    }
    return number;
  }

  private static @Nullable Double parsed(String value) {
    try {
      double number = Double.parseDouble(value);
      return Double.isFinite(number) ? number : null;
    } catch (NumberFormatException malformed) {
      return null;
    }
  }

  /** A whole number; {@code fallback} where the key is absent. */
  public int whole(String key, int fallback) {
    String value = value(key);
    try {
      return value == null ? fallback : Integer.parseInt(value);
    } catch (NumberFormatException malformed) {
      refuse(key, value, "a whole number up to " + Integer.MAX_VALUE);
      return fallback;
    }
  }

  /** A whole number of 64 bits; {@code fallback} where the key is absent. */
  public long wholeLong(String key, long fallback) {
    String value = value(key);
    try {
      return value == null ? fallback : Long.parseLong(value);
    } catch (NumberFormatException malformed) {
      refuse(key, value, "a whole number of 64 bits");
      return fallback;
    }
  }

  /** {@code true} or {@code false}; {@code fallback} where the key is absent. */
  public boolean flag(String key, boolean fallback) {
    String value = value(key);
    if (value == null || value.equals("true") || value.equals("false")) {
      return value == null ? fallback : value.equals("true");
    }
    refuse(key, value, "true or false");
    return fallback;
  }

  /** One of an enumeration, written like {@code token-mean}; {@code fallback} where absent. */
  public <E extends Enum<E>> E choice(String key, E fallback) {
    String value = value(key);
    if (value == null) {
      return fallback;
    }
    List<String> names = new ArrayList<>();
    for (E candidate : EnumSet.allOf(fallback.getDeclaringClass())) {
      if (written(candidate).equals(value)) {
        return candidate;
      }
      names.add(written(candidate));
    }
    refuse(key, value, "one of " + String.join(", ", names));
    return fallback;
  }

  /** A constant as settings write it, e.g. {@code token-mean}. */
  public static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The numbers given below a key, by what follows it: one of {@code allowed}. */
  public Map<String, Double> numbersBelow(String prefix, List<String> allowed) {
    Map<String, Double> numbers = new TreeMap<>();
    for (String name : allowed) {
      if (given.containsKey(prefix + name)) {
        numbers.put(name, number(prefix + name, 1));
      }
      known.add(prefix + name);
    }
    return numbers;
  }

  /** A section made of what was read; {@code fallback} where it finds itself wrong. */
  public <T> T section(Supplier<T> made, T fallback) {
    try {
      return made.get();
    } catch (SettingsException wrong) {
      problems.addAll(wrong.problems());
      return fallback;
    }
  }

  /**
   * Ends the reading.
   *
   * @throws SettingsException if there is any problem, unknown keys included
   */
  public void finish() {
    for (Map.Entry<String, String> entry : given.entrySet()) {
      if (!known.contains(entry.getKey())) {
        problems.add(
            entry.getKey()
                + " is "
                + entry.getValue()
                + ", but there is no such setting, known are "
                + String.join(", ", known));
      }
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
  }

  private @Nullable String value(String key) {
    known.add(key);
    return given.get(key);
  }

  private void refuse(String key, @Nullable String value, String allowed) {
    problems.add(key + " is " + value + ", expected " + allowed);
  }
}
