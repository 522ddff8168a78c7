package org.sealflow.jobs.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.specific.SpecificDatumReader;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Reads trajectory events of an Avro container file, gzip or not. The first event of each attempt
 * is given its place in the file, which orders the output.
 */
public final class EventFileReader implements AutoCloseable {
  private final String file;
  private final DataFileStream<TrajectoryEvent> events;
  private long number;
  private long ordinal;

  /**
   * Opens a file.
   *
   * @throws UserError if it is no Avro container file of trajectory events
   */
  public EventFileReader(Path file, long firstOrdinal) throws IOException {
    this.file = file.toString();
    this.ordinal = firstOrdinal;
    InputStream bytes = LineReader.decompressed(Files.newInputStream(file));
    try {
      this.events =
          new DataFileStream<>(bytes, new SpecificDatumReader<>(TrajectoryEvent.getClassSchema()));
    } catch (IOException | AvroRuntimeException notAvro) {
      bytes.close();
      throw new UserError(
          file
              + " is no Avro container file of trajectory events; for lines of JSON give --format"
              + " calls or --format bfcl-result",
          notAvro);
    }
  }

  /** The next event, or null at the end. */
  public @Nullable ReceivedEvent next() throws IOException {
    try {
      if (!events.hasNext()) {
        return null;
      }
      number++;
      TrajectoryEvent event = Records.valid(events.next());
      EpisodeStarted started = event.getEpisodeStarted();
      if (started != null) {
        started.setSource(
            new RecordedSource(file, number, ordinal++, event.getEpisodeId(), number));
      }
      return new ReceivedEvent(event, null, 0, number, 0);
    } catch (AvroRuntimeException | IllegalArgumentException broken) {
      throw new UserError(
          file + " event " + (number + 1) + " cannot be read: " + broken.getMessage(), broken);
    }
  }

  /** The ordinal after the last attempt read. */
  public long nextOrdinal() {
    return ordinal;
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
