package org.sealflow.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An environment. Implementations have a public constructor without parameters and are named in
 * {@code META-INF/services/org.sealflow.environment.Environment}. Thread-safe.
 */
public interface Environment {
  /** The name by which tasks refer to it, such as {@code bfcl}. */
  String name();

  /**
   * Makes a task ready.
   *
   * @throws RuntimeException if the records cannot be made into a task; the message says why
   */
  ReadyTask ready(TaskMaterial material);

  /**
   * Whether users are played in its episodes, by whom rollouts say. Servers of environments have
   * nobody who plays them.
   */
  default boolean playsUsers() {
    return false;
  }

  /** The names of a tool's parameters; null if no task of the environment has such a tool. */
  @Nullable Set<String> parameters(String tool);

  /** The files that {@link #read} takes, in a few words for errors; empty if it takes none. */
  default Optional<String> layout() {
    return Optional.empty();
  }

  /** Whether a directory holds tasks in the environment's own layout. */
  default boolean recognises(Path directory) {
    return false;
  }

  /**
   * Reads a directory of tasks.
   *
   * @throws IllegalArgumentException if it holds no tasks, or a file is malformed: one line that
   *     names the file and the place
   * @throws IOException if a file cannot be read
   */
  default TaskFolder read(Path directory) throws IOException {
    throw new IllegalArgumentException("the environment " + name() + " has no task files");
  }
}
