package org.sealflow.tau.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.JsonValues;

/** Replays files of recorded episodes, a JSON object a line, gzipped or not. */
public final class ReplayFiles {
  private ReplayFiles() {}

  /** Receives what the lines of a file give, in their order. */
  public interface Listener {
    /**
     * A line was replayed.
     *
     * @param place file and line
     */
    void replayed(String place, ReplayedEpisode episode) throws IOException;

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
    listener.replayed(place, episode);
  }

  private static ReplayedEpisode episode(Replayer replayer, String line, String place) {
    try {
      JsonNode node = JsonValues.mapper().readTree(line);
      return replayer.replay(RecordedConversation.read(node));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(place + ": not JSON: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    } catch (CallException e) {
      throw new IllegalArgumentException(place + ": initial state: " + e.text(), e);
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    return new BufferedReader(new InputStreamReader(PlainBytes.open(file), StandardCharsets.UTF_8));
  }
}
