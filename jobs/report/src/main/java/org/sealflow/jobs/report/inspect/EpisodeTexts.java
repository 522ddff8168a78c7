package org.sealflow.jobs.report.inspect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Texts to search, in lower case in a temporary file, which goes when it is closed. One thread
 * appends, any number searches.
 */
final class EpisodeTexts implements AutoCloseable {
  private static final int SEGMENT = 64 << 20;

  private final FileChannel channel;
  private final List<MappedByteBuffer> segments = new CopyOnWriteArrayList<>();
  private int end = SEGMENT;

  /**
   * Where a text stands.
   *
   * @param segment the part of the file, from 0
   * @param offset bytes from its beginning
   * @param length bytes
   */
  record Place(int segment, int offset, int length) {}

  /** The bytes of UTF-8, a character each: where one is in another, so are their texts. */
  record Needle(String bytes) {
    static Needle of(String text) {
      return new Needle(latin(text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)));
    }
  }

  EpisodeTexts() throws IOException {
    Path file = Files.createTempFile("sealflow-inspector", ".texts");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Adds a text; of one that is longer than 64 MiB the beginning. */
  Place append(String text) {
    byte[] bytes = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, SEGMENT);
    if (end + length > SEGMENT) {
      try {
        long begin = (long) segments.size() * SEGMENT;
        segments.add(channel.map(FileChannel.MapMode.READ_WRITE, begin, SEGMENT));
      } catch (IOException full) {
        throw new UncheckedIOException("the temporary file cannot be written", full);
      }
      end = 0;
    }
    Place place = new Place(segments.size() - 1, end, length);
    segments.get(place.segment()).put(place.offset(), bytes, 0, length);
    end += length;
    return place;
  }

  /** Whether a text holds another. */
  boolean holds(Place place, Needle wanted) {
    byte[] bytes = new byte[place.length()];
    segments.get(place.segment()).get(place.offset(), bytes);
    return latin(bytes).contains(wanted.bytes());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
