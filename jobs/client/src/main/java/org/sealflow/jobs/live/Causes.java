package org.sealflow.jobs.live;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the root cause of an exception. */
public final class Causes {
  private static final Pattern STACK_FRAME = Pattern.compile("\\R\\s+at ");
  private static final String CAUSED_BY = "Caused by: ";

  private Causes() {}

  /** The innermost cause in one line: its message, or its class where it has none. */
  public static String innermost(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage();
    String name = root.getClass().getSimpleName();
    return message == null || message.isBlank()
        ? name
        : name + ": " + oneLine(withoutStack(message));
  }

  /** Flink's answers hold the stack trace of a server: of that, the innermost cause alone. */
  private static String withoutStack(String message) {
    Matcher frames = STACK_FRAME.matcher(message);
    if (!frames.find()) {
      return message;
    }
    int last = message.lastIndexOf(CAUSED_BY);
    return last < 0
        ? message.substring(0, frames.start())
        : message.substring(last + CAUSED_BY.length()).lines().findFirst().orElse("");
  }

  /** The first cause of a type, or null. */
  public static <T extends Throwable> @Nullable T first(Throwable error, Class<T> type) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
    }
    return null;
  }

  /** The text without line breaks. */
  public static String oneLine(@Nullable String text) {
    return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
