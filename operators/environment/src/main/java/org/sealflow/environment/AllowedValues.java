package org.sealflow.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyStrings;

/**
 * The values a parameter's documentation lists: an {@code enum} field, or one of the prose forms of
 * the benchmark's documents, {@code [Enum]: ["a", "b"]}, {@code [Enum]: a, b} and {@code Options
 * are: a, b.}
 */
public final class AllowedValues {
  private static final Pattern MARK =
      Pattern.compile("(?:\\[Enum\\]|[Oo]ptions are|the options)\\s*:\\s*(.+)$", Pattern.DOTALL);
  private static final Pattern QUOTED = Pattern.compile("[\"']([^\"']*)[\"']");

  private AllowedValues() {}

  /** The listed values as texts; empty if the documentation lists none. */
  public static List<String> of(PyDict parameter) {
    List<String> values = new ArrayList<>();
    if (parameter.get("enum") instanceof PyList listed) {
      for (Object value : listed) {
        if (value instanceof String text) {
          values.add(text);
        }
      }
      return values;
    }
    if (!(parameter.get("description") instanceof String description)) {
      return values;
    }
    Matcher mark = MARK.matcher(description);
    return mark.find() ? listed(mark.group(1).strip()) : values;
  }

  private static List<String> listed(String prose) {
    List<String> values = new ArrayList<>();
    if (prose.startsWith("[")) {
      int end = prose.indexOf(']');
      Matcher quoted = QUOTED.matcher(end < 0 ? prose : prose.substring(0, end));
      while (quoted.find()) {
        values.add(quoted.group(1));
      }
      return values;
    }
    int stop = prose.indexOf(". ");
    String line = stop < 0 ? prose : prose.substring(0, stop);
    for (String part : PyStrings.split(PyStrings.strip(line, ". "), ",")) {
      String value = part.strip();
      if (!value.isEmpty()) {
        values.add(value);
      }
    }
    return values;
  }
}
