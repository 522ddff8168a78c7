package org.sealflow.learn.weights;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/** Copies local files to where they outlive the machine. */
final class FileUpload {
  /** Names of files and directories begin with this until all bytes are there. */
  static final String PARTIAL_PREFIX = ".partial-";

  private FileUpload() {}

  /** Deletes what a directory holds that is not complete; nobody else may be writing. */
  static void deletePartial(FileSystem files, Path directory) throws IOException {
    if (files.exists(directory)) {
      for (FileStatus status : files.listStatus(directory)) {
        if (status.getPath().getName().startsWith(PARTIAL_PREFIX)) {
          files.delete(status.getPath(), true);
        }
      }
    }
  }

  /**
   * Copies a file; the copy is durable when this returns.
   *
   * @param copy where to, in the file system; must not exist yet
   */
  static void copy(java.nio.file.Path file, FileSystem files, Path copy) throws IOException {
    try (FSDataOutputStream output = files.create(copy, WriteMode.NO_OVERWRITE)) {
      Files.copy(file, output);
      output.flush();
      if (!files.isDistributedFS()) {
        output.sync();
      }
    }
  }
}
