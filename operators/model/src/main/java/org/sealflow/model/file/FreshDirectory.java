package org.sealflow.model.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Directories that appear under their name only when they are complete. */
public final class FreshDirectory {
  /** Fills an empty directory. */
  public interface Content {
    void writeTo(Path directory) throws IOException;
  }

  private FreshDirectory() {}

  /**
   * Makes a directory: its content is written beside it, then moved into place.
   *
   * @throws IllegalArgumentException if it exists already: what is published is never replaced
   */
  public static void create(Path target, Content content) {
    if (Files.exists(target)) {
      throw new IllegalArgumentException(
          target + " exists already: weights are written to a new directory each time");
    }
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    try {
      removeFlat(partial);
      Files.createDirectories(partial);
      content.writeTo(partial);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the leftovers of an interrupted attempt. */
  private static void removeFlat(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(directory);
  }
}
