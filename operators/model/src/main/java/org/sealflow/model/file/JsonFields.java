package org.sealflow.model.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, read by type. What is missing or wrong is collected, so that all of
 * it is reported at once; the value returned in its place is only a stand-in.
 */
public final class JsonFields {
  private static final int LONGEST_SHOWN = 100;

  private final String prefix;
  private final Map<String, @Nullable Object> values;
  private final List<String> problems;

  public JsonFields(Map<String, @Nullable Object> values) {
    this("", values, new ArrayList<>());
  }

  private JsonFields(String prefix, Map<String, @Nullable Object> values, List<String> problems) {
    this.prefix = prefix;
    this.values = values;
    this.problems = problems;
  }

  /** Reads every field, then throws where anything was wrong. */
  public void check(String where) {
    if (!problems.isEmpty()) {
      throw new ModelDirectoryException(where + ": " + String.join("; ", problems));
    }
  }

  public void problem(String key, String found, String expected) {
    problems.add(prefix + key + " is " + found + ", expected " + expected);
  }

  boolean has(String key) {
    return values.get(key) != null;
  }

  /** A whole number of at least 1. */
  public int count(String key) {
    Object value = values.get(key);
    if (value instanceof Long whole && whole >= 1 && whole <= Integer.MAX_VALUE) {
      return whole.intValue();
    }
    problem(key, shown(value), "a positive whole number");
    return 1;
  }

  public int count(String key, int absent) {
    return has(key) ? count(key) : absent;
  }

  /** A finite number above 0. */
  public double positive(String key) {
    Object value = values.get(key);
    if (value instanceof Number number
        && number.doubleValue() > 0
        && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    problem(key, shown(value), "a positive number");
    return 1;
  }

  public double positive(String key, double absent) {
    return has(key) ? positive(key) : absent;
  }

  public boolean flag(String key, boolean absent) {
    Object value = values.get(key);
    if (value == null || value instanceof Boolean) {
      return value == null ? absent : (Boolean) value;
    }
    problem(key, shown(value), "true or false");
    return absent;
  }

  public String text(String key, String absent) {
    Object value = values.get(key);
    if (value == null || value instanceof String) {
      return value == null ? absent : (String) value;
    }
    problem(key, shown(value), "a text");
    return absent;
  }

  /** A list of texts; empty if absent. */
  public List<String> texts(String key) {
    Object value = values.get(key);
    if (value == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof String text) {
          texts.add(text);
        }
      }
      if (texts.size() == list.size()) {
        return texts;
      }
    }
    problem(key, shown(value), "a list of texts");
    return List.of();
  }

  /** Whether the field holds something: not null, false, nor an empty list or object. */
  public boolean isSet(String key) {
    Object value = values.get(key);
    return value != null
        && !value.equals(false)
        && !(value instanceof List<?> list && list.isEmpty())
        && !(value instanceof Map<?, ?> map && map.isEmpty());
  }

  /** The fields of an object within; null if there is none. */
  public @Nullable JsonFields object(String key) {
    Object value = values.get(key);
    if (value == null) {
      return null;
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) -> fields.put(String.valueOf(name), field));
    } else {
      problem(key, shown(value), "an object");
    }
    return new JsonFields(prefix + key + ".", fields, problems);
  }

  /** A value as an error shows it. */
  public String shown(String key) {
    return shown(values.get(key));
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "missing";
    }
    String text = CheckpointJson.compact(value);
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }
}
