package org.sealflow.bfcl.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import org.sealflow.python.Reference;

/** The project's own tasks in {@code data/tasks}. */
public final class SampleTasks {
  /** The date as of which the project's trajectories were checked. */
  public static final LocalDate AS_OF = LocalDate.of(2026, 1, 15);

  private static final Path FOLDER = Reference.repository().resolve("data/tasks");

  private SampleTasks() {}

  /** All of them, read anew. */
  public static TaskDirectory read() {
    try {
      return TaskDirectory.read(FOLDER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
