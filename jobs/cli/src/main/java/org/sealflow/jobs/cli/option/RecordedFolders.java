package org.sealflow.jobs.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;

/** Directories given in place of recordings. */
public final class RecordedFolders {
  private RecordedFolders() {}

  /**
   * The files, with each directory replaced by the files in it, by name.
   *
   * @throws UserError if a directory holds no file or cannot be read
   */
  public static List<Path> files(List<Path> given) {
    List<Path> files = new ArrayList<>();
    for (Path each : given) {
      if (Files.isDirectory(each)) {
        files.addAll(inside(each));
      } else {
        files.add(each);
      }
    }
    return files;
  }

  private static List<Path> inside(Path folder) {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .sorted()
              .toList();
    } catch (IOException unreadable) {
      throw new UserError(
          "the directory " + folder + " cannot be read: " + Causes.innermost(unreadable),
          unreadable);
    }
    if (files.isEmpty()) {
      throw new UserError(
          "the directory " + folder + " holds no file; expected recorded trajectories");
    }
    return files;
  }
}
