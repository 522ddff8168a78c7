package org.sealflow.tau.python;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether two values print the same JSON with sorted keys: {@code 1}, {@code 1.0}, true differ. */
public final class SameText {
  private SameText() {}

  public static boolean of(@Nullable Object left, @Nullable Object right) {
    if (left == right) {
      return true;
    }
    if (left == null || right == null) {
      return false;
    }
    if (left instanceof Entity first && right instanceof Entity second) {
      return entities(first, second);
    }
    if (left instanceof List<?> first && right instanceof List<?> second) {
      if (first.size() != second.size()) {
        return false;
      }
      for (int i = 0; i < first.size(); i++) {
        if (!of(first.get(i), second.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (left instanceof Map<?, ?> first && right instanceof Map<?, ?> second) {
      return first.size() == second.size()
          && first.entrySet().stream()
              .allMatch(
                  entry ->
                      second.containsKey(entry.getKey())
                          && of(entry.getValue(), second.get(entry.getKey())));
    }
    if (left instanceof Entity || right instanceof Entity) {
      return sorted(left).equals(sorted(right));
    }
    return left.equals(right);
  }

  private static boolean entities(Entity left, Entity right) {
    if (left.shape() != right.shape()) {
      return sorted(left).equals(sorted(right));
    }
    for (int i = 0; i < left.shape().fieldNames().size(); i++) {
      if (!of(left.at(i), right.at(i))) {
        return false;
      }
    }
    return true;
  }

  private static String sorted(Object value) {
    StringBuilder text = new StringBuilder();
    PythonJsonText.appendSorted(text, value);
    return text.toString();
  }
}
