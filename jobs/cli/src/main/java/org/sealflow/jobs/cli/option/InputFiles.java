package org.sealflow.jobs.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;

/** Files of recorded trajectories, looked at before anything starts. */
public final class InputFiles {
  private static final String EXPECTED = "; expected recorded trajectories";

  private InputFiles() {}

  /**
   * Makes sure that the files can be read and hold something.
   *
   * @throws UserError one line, about the first one that cannot be used
   */
  public static void require(List<Path> files) {
    boolean anything = false;
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new UserError("no file " + file + EXPECTED);
      }
      if (!Files.isRegularFile(file)) {
        throw new UserError(
            file + (Files.isDirectory(file) ? " is a directory" : " is not a file") + EXPECTED);
      }
      if (!Files.isReadable(file)) {
        throw new UserError(
            file + " cannot be read: permission denied; let this user read it, e.g. by chmod");
      }
      anything |= size(file) > 0;
    }
    if (!anything && !files.isEmpty()) {
      throw new UserError(files.get(0) + " is empty" + EXPECTED);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException unreadable) {
      throw new UserError(file + " cannot be read: " + Causes.innermost(unreadable), unreadable);
    }
  }
}
