package org.sealflow.jobs.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.settings.UserError;

/** The tasks that benchmarks play. */
public final class BenchTasks {
  private BenchTasks() {}

  /**
   * Reads a directory in the benchmark's layout.
   *
   * @throws UserError if it cannot be used: one line that says why
   */
  public static TaskDirectory read(Path directory) {
    try {
      return TaskDirectory.read(directory);
    } catch (IllegalArgumentException unusable) {
      throw new UserError(String.valueOf(unusable.getMessage()), unusable);
    } catch (IOException unreadable) {
      throw new UserError(
          "cannot read the tasks in " + directory + ": " + unreadable.getMessage(), unreadable);
    }
  }
}
