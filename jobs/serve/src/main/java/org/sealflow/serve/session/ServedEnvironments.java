package org.sealflow.serve.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The environments of a server, by name. */
public final class ServedEnvironments {
  private final Map<String, ServedTasks> byName = new LinkedHashMap<>();

  /**
   * Environments to offer.
   *
   * @throws IllegalArgumentException if there are none, or two of a name: one line
   */
  public ServedEnvironments(List<ServedTasks> environments) {
    if (environments.isEmpty()) {
      throw new IllegalArgumentException("no environment is served, expected at least one");
    }
    for (ServedTasks tasks : environments) {
      if (byName.putIfAbsent(tasks.environment(), tasks) != null) {
        throw new IllegalArgumentException(
            "the environment " + tasks.environment() + " is served twice, expected once");
      }
    }
  }

  /** All, in order. */
  public List<ServedTasks> all() {
    return List.copyOf(byName.values());
  }

  /** The first one, which is meant where a caller names none. */
  public ServedTasks first() {
    return byName.values().iterator().next();
  }

  /** The environment of a name; null if it is not served. */
  public @Nullable ServedTasks find(String name) {
    return byName.get(name);
  }

  /**
   * The environment of a name.
   *
   * @throws IllegalArgumentException if it is not served: one line
   */
  public ServedTasks named(String name) {
    ServedTasks tasks = byName.get(name);
    if (tasks == null) {
      throw new IllegalArgumentException(
          "no environment '" + name + "', expected " + String.join(" or ", byName.keySet()));
    }
    return tasks;
  }
}
