package org.sealflow.jobs.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sealflow.jobs.settings.UserError;

/** Writes a file that is there whole or not at all, whenever the process or the disk ends. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes a text in UTF-8.
   *
   * @throws UserError if that is not possible
   */
  public static void write(Path file, String text) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.writeString(part, text);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      throw new UserError("cannot write " + file + ": " + refused.getMessage(), refused);
    }
  }
}
