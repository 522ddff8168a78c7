package org.sealflow.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.TimeSpans;

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

  /** A whole number from 0. */
  int number(String name, int fallback) {
    return parsed(name, fallback, Integer::parseUnsignedInt, "a whole number");
  }

  /** A whole number of 64 bits. */
  long longNumber(String name, long fallback) {
    return parsed(name, fallback, Long::parseLong, "a whole number");
  }

  /** A number. */
  double decimal(String name, double fallback) {
    return parsed(name, fallback, Double::parseDouble, "a number");
  }

  private <T> T parsed(String name, T fallback, Function<String, T> parser, String expected) {
    String value = text(name, String.valueOf(fallback));
    try {
      return parser.apply(value);
    } catch (NumberFormatException malformed) {
      problems.add("--" + name + " is '" + value + "', expected " + expected);
      return fallback;
    }
  }

  /** A span of time. */
  Duration duration(String name, Duration fallback) {
    String value = text(name, TimeSpans.text(fallback));
    Optional<Duration> span = TimeSpans.parse(value);
    if (span.isEmpty()) {
      problems.add("--" + name + " is '" + value + "', expected a duration such as 10s or 2m");
    }
    return span.orElse(fallback);
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

  /** {@code true} or {@code false}. */
  boolean flag(String name, boolean fallback) {
    String value = text(name, String.valueOf(fallback));
    if (!value.equals("true") && !value.equals("false")) {
      problems.add("--" + name + " is '" + value + "', expected true or false");
    }
    return value.equals("true");
  }

  /** A constant, written in small letters. */
  <E extends Enum<E>> E choice(String name, E fallback) {
    String value = text(name, written(fallback));
    E[] constants = fallback.getDeclaringClass().getEnumConstants();
    StringBuilder expected = new StringBuilder();
    for (E constant : constants) {
      if (written(constant).equals(value)) {
        return constant;
      }
      expected.append(expected.length() == 0 ? "" : " or ").append(written(constant));
    }
    problems.add("--" + name + " is '" + value + "', expected " + expected);
    return fallback;
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
