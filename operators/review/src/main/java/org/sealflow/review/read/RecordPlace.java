package org.sealflow.review.read;

import java.nio.file.Path;

/**
 * The place of a record.
 *
 * @param file the file
 * @param position {@code :12} for a line, {@code #3} for the third record of a document
 */
public record RecordPlace(Path file, String position) {
  public static RecordPlace line(Path file, long line) {
    return new RecordPlace(file, ":" + line);
  }

  public static RecordPlace number(Path file, long number) {
    return new RecordPlace(file, "#" + number);
  }

  /** The place as an id of a record that has none. */
  public String id() {
    Path name = file.getFileName();
    return (name == null ? file : name) + position;
  }

  @Override
  public String toString() {
    return file + position;
  }
}
