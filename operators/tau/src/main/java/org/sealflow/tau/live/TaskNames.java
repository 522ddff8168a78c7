package org.sealflow.tau.live;

/**
 * Names of tasks: the domain, with {@code -solo} if the agent plays alone, then {@code _} and the
 * benchmark's own id. What is before the last {@code _} of a name is its category, so the ids' own
 * become {@code -}.
 */
public final class TaskNames {
  private static final String SOLO = "-solo";

  private TaskNames() {}

  /** The name of a task. */
  public static String of(String domain, String id, boolean solo) {
    return category(domain, solo) + "_" + id.replace('_', '-');
  }

  /** The category of a domain's tasks. */
  static String category(String domain, boolean solo) {
    return solo ? domain + SOLO : domain;
  }

  /** Whether tasks of a category are played by the agent alone. */
  static boolean isSolo(String category) {
    return category.endsWith(SOLO);
  }
}
