package org.sealflow.jobs.cli.replay.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sealflow.jobs.settings.UserError;

/**
 * A file of lines that appears under its name when it is complete. Half surrogate pairs, which a
 * model may write, become question marks.
 */
public final class LineFile implements AutoCloseable {
  private final Path file;
  private final Writer lines;
  private boolean complete;

  private LineFile(Path file, Writer lines) {
    this.file = file;
    this.lines = lines;
  }

  /**
   * Opens a file and makes its folder.
   *
   * @throws UserError if it cannot be written
   */
  public static LineFile open(Path file) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      // Unlike Files.newBufferedWriter this writer replaces what cannot be encoded.
      return new LineFile(
          file,
          new BufferedWriter(
              new OutputStreamWriter(Files.newOutputStream(part(file)), StandardCharsets.UTF_8)));
    } catch (IOException notWritable) {
      throw new UserError(
          "cannot write " + file + " (" + notWritable + "); give another --output", notWritable);
    }
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  public void write(String line) throws IOException {
    lines.write(line);
    lines.write('\n');
  }

  /** Everything was written. */
  public void complete() {
    complete = true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
    if (complete) {
      Files.move(part(file), file, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.deleteIfExists(part(file));
    }
  }
}
