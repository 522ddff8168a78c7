package org.sealflow.tau.world;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool call.
 *
 * @param requestor who calls
 * @param arguments Python values by parameter; nothing changes them
 */
public record Call(Requestor requestor, String name, Map<String, ?> arguments) {
  /** Deeper arguments than any tool has use for; they could not be printed. */
  private static final int MAX_DEPTH = 400;

  /** Whether a value in the arguments is nested too deeply to be worked on. */
  boolean isTooDeep() {
    for (Object value : arguments.values()) {
      if (isTooDeep(value, MAX_DEPTH)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTooDeep(@Nullable Object value, int left) {
    Iterable<?> items;
    if (value instanceof List<?> list) {
      items = list;
    } else if (value instanceof Map<?, ?> map) {
      items = map.values();
    } else {
      return false;
    }
    if (left == 0) {
      return true;
    }
    for (Object item : items) {
      if (isTooDeep(item, left - 1)) {
        return true;
      }
    }
    return false;
  }
}
