package org.sealflow.jobs.cli.replay.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.files.EventFileReader;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;

/**
 * Checks that no two files hold episodes of one id. A file of our own events names its episodes
 * itself, and whoever lays diagnoses and conversations side by side finds them by these ids; a job
 * that reads both drops the later ones as duplicates.
 */
public final class DistinctEpisodes {
  private DistinctEpisodes() {}

  /**
   * Reads the files if there are several and they name their episodes. A file may repeat its own.
   *
   * @throws UsageError if an episode's id is in two files
   * @throws UserError if a file cannot be read
   */
  public static void require(List<Path> files, RecordedFormat format) {
    require(files, format, "give one file at a time");
  }

  /**
   * As above.
   *
   * @param remedy what to do about an episode that is in two files
   */
  public static void require(List<Path> files, RecordedFormat format, String remedy) {
    if (format != RecordedFormat.SEALFLOW || files.size() < 2) {
      return;
    }
    Map<String, Integer> firstFile = new HashMap<>();
    for (int file = 0; file < files.size(); file++) {
      try (EventFileReader events = new EventFileReader(files.get(file), 0)) {
        for (ReceivedEvent event = events.next(); event != null; event = events.next()) {
          String id = event.event().getEpisodeId();
          Integer earlier = firstFile.putIfAbsent(id, file);
          if (earlier != null && earlier != file) {
            throw new UsageError(
                "%s and %s both hold an episode %s, expected other ids in each file; %s"
                    .formatted(files.get(earlier), files.get(file), id, remedy));
          }
        }
      } catch (IOException unreadable) {
        throw new UserError(
            files.get(file) + " cannot be read: " + Causes.innermost(unreadable), unreadable);
      }
    }
  }
}
