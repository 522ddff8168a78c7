package org.sealflow.tau.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.JsonValues;

/** Replays files of recorded episodes, a JSON object a line, gzipped or not. */
public final class ReplayFiles {
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private ReplayFiles() {}

  /** Receives what the lines of a file give, in their order. */
  public interface Listener {
    /** A line was replayed. */
    void replayed(ReplayedEpisode episode) throws IOException;

    /**
     * A line cannot be used.
     *
     * @param problem which line, and why, in one line of text
     */
    void unusable(String problem) throws IOException;
  }

  /**
   * Replays every line of a file that is not blank.
   *
   * @throws IOException if the file cannot be read to its end
   */
  public static void replay(Path file, Replayer replayer, Listener listener) throws IOException {
    try (BufferedReader reader = open(file)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          replay(line, file + " line " + number, replayer, listener);
        }
      }
    }
  }

  private static void replay(String line, String place, Replayer replayer, Listener listener)
      throws IOException {
    ReplayedEpisode episode;
    try {
      episode = episode(replayer, line, place);
    } catch (IllegalArgumentException e) {
      listener.unusable(String.valueOf(e.getMessage()));
      return;
    }
    listener.replayed(episode);
  }

  private static ReplayedEpisode episode(Replayer replayer, String line, String place) {
    try {
      JsonNode node = JsonValues.mapper().readTree(line);
      return replayer.replay(RecordedEpisode.read(node));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(place + ": not JSON: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    } catch (CallException e) {
      throw new IllegalArgumentException(place + ": initial state: " + e.text(), e);
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream stream = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    stream.mark(2);
    boolean gzip = stream.read() == GZIP_FIRST && stream.read() == GZIP_SECOND;
    stream.reset();
    return new BufferedReader(
        new InputStreamReader(
            gzip ? new GZIPInputStream(stream, 1 << 16) : stream, StandardCharsets.UTF_8));
  }
}
