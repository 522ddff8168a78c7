package org.sealflow.jobs.cli.serve;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.serve.session.TrajectorySink;

/** Appends events to an Avro container file, as {@code replay} reads them. Thread-safe. */
final class EventFile implements TrajectorySink, Closeable {
  private final DataFileWriter<TrajectoryEvent> writer;

  private EventFile(DataFileWriter<TrajectoryEvent> writer) {
    this.writer = writer;
  }

  /**
   * Opens a file; what it holds stays.
   *
   * @throws IOException if it cannot be written, or holds something else
   */
  static EventFile open(Path path) throws IOException {
    if (path.toAbsolutePath().getParent() != null) {
      Files.createDirectories(path.toAbsolutePath().getParent());
    }
    File file = path.toFile();
    boolean more = file.length() > 0;
    if (more) {
      requireWhole(file);
    }
    DataFileWriter<TrajectoryEvent> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class));
    return new EventFile(
        more ? writer.appendTo(file) : writer.create(TrajectoryEvent.getClassSchema(), file));
  }

  /** Records appended after a block that broke off could not be read. */
  private static void requireWhole(File file) throws IOException {
    if (wholeBytes(file) != file.length()) {
      throw new IOException(
          file + " is no whole file of trajectory events: move it away, or name another");
    }
  }

  /** Where its last whole block ends; -1 if it is another file. */
  private static long wholeBytes(File file) {
    try (DataFileReader<TrajectoryEvent> events =
        new DataFileReader<>(file, new SpecificDatumReader<>(TrajectoryEvent.getClassSchema()))) {
      while (events.hasNext()) {
        Object unused = events.nextBlock();
      }
      return events.previousSync();
    } catch (IOException | AvroRuntimeException broken) {
      return -1;
    }
  }

  @Override
  public synchronized boolean take(TrajectoryEvent event) {
    try {
      writer.append(event);
      if (event.getEpisodeEnded() != null) {
        writer.flush();
      }
      return true;
    } catch (IOException | AvroRuntimeException unwritable) {
      throw new IllegalStateException(
          "the event cannot be written: " + unwritable.getMessage(), unwritable);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    writer.close();
  }
}
