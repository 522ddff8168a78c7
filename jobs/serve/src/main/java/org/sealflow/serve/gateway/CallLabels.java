package org.sealflow.serve.gateway;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The labels that an agent gives a call by headers, beside the call itself.
 *
 * @param episode what it calls the conversation; empty if it does not say
 * @param task the task it plays; empty if it does not say
 * @param group the conversations of that task that it compares; empty if it does not say
 */
public record CallLabels(String episode, String task, String group) {
  /** A call about which nothing is said. */
  public static final CallLabels NONE = new CallLabels("", "", "");

  private static final int LONGEST = 255;

  /**
   * The headers that carry labels.
   *
   * @param episode such as {@code X-Sealflow-Episode}
   * @param task such as {@code X-Sealflow-Task}
   * @param group such as {@code X-Sealflow-Group}
   */
  public record Names(String episode, String task, String group) {
    /** The headers unless told otherwise. */
    public static final Names USUAL =
        new Names("X-Sealflow-Episode", "X-Sealflow-Task", "X-Sealflow-Group");

    /** The same with another header for the episode. */
    public Names withEpisode(String newEpisode) {
      return new Names(newEpisode, task, group);
    }

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if one is no name of a header: one line
     */
    public Names {
      check("episode-header", episode);
      check("task-header", task);
      check("group-header", group);
    }

    private static void check(String what, String name) {
      if (!name.matches("[A-Za-z0-9-]{1,100}")) {
        throw new IllegalArgumentException(
            what + " is '" + name + "', expected letters, digits and -, such as X-Episode");
      }
    }
  }

  /**
   * The labels of a call.
   *
   * @param headers the first value of a header, null if it is not there
   */
  static CallLabels of(Names names, Function<String, @Nullable String> headers) {
    return new CallLabels(
        label(headers.apply(names.episode())),
        label(headers.apply(names.task())),
        label(headers.apply(names.group())));
  }

  private static String label(@Nullable String value) {
    String label = value == null ? "" : value.strip();
    return label.length() > LONGEST ? label.substring(0, LONGEST) : label;
  }
}
