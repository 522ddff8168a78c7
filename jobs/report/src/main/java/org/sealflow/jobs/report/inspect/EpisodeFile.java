package org.sealflow.jobs.report.inspect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TrajectoryEvent;

/** The events of episodes in a temporary file, which goes when it is closed. Thread-safe. */
final class EpisodeFile implements AutoCloseable {
  /** Not thread-safe: used under this object's lock. */
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);

  private final FileChannel channel;
  private long end;

  /**
   * Where an episode stands in the file.
   *
   * @param offset bytes from the beginning
   * @param length bytes
   */
  record Span(long offset, int length) {}

  EpisodeFile() throws IOException {
    Path file = Files.createTempFile("sealflow-inspector", ".events");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** Adds an episode. */
  synchronized Span append(List<TrajectoryEvent> events) {
    List<byte[]> messages = events.stream().map(codec::encode).toList();
    int length = messages.stream().mapToInt(message -> Integer.BYTES + message.length).sum();
    ByteBuffer buffer = ByteBuffer.allocate(length);
    messages.forEach(message -> buffer.putInt(message.length).put(message));
    buffer.flip();
    Span span = new Span(end, length);
    try {
      while (buffer.hasRemaining()) {
        end += channel.write(buffer, end);
      }
    } catch (IOException full) {
      throw new UncheckedIOException("the temporary file cannot be written", full);
    }
    return span;
  }

  /** The events of an episode in order. */
  synchronized List<TrajectoryEvent> read(Span span) {
    ByteBuffer buffer = ByteBuffer.allocate(span.length());
    List<TrajectoryEvent> events = new ArrayList<>();
    try {
      while (buffer.hasRemaining()
          && channel.read(buffer, span.offset() + buffer.position()) >= 0) {
        // Reads until the span is whole.
      }
      buffer.flip();
      while (buffer.hasRemaining()) {
        byte[] message = new byte[buffer.getInt()];
        buffer.get(message);
        events.add(codec.decode(message));
      }
    } catch (IOException broken) {
      throw new IllegalStateException("the temporary file cannot be read", broken);
    }
    return events;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
