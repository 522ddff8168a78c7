package org.sealflow.tau.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
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

  /**
   * Writes a reference row for every episode of a file.
   *
   * @return the number of episodes
   * @throws IllegalArgumentException if a line is no episode, with the place of the line
   */
  public static int replay(Path file, Replayer replayer, Writer output) throws IOException {
    int count = 0;
    try (BufferedReader reader = open(file)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          output.write(row(replayer, line, file + " line " + number));
          output.write('\n');
          count++;
        }
      }
    }
    return count;
  }

  private static String row(Replayer replayer, String line, String place) {
    try {
      JsonNode node = JsonValues.mapper().readTree(line);
      return ReferenceRow.of(replayer.replay(RecordedEpisode.read(node))).toString();
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
