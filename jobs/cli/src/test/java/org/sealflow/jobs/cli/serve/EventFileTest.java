package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.files.EventFileReader;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.TrajectoryEvents;

class EventFileTest {
  @TempDir private Path directory;

  private Path path() {
    return directory.resolve("runs").resolve("events.avro");
  }

  private void write(String episode) throws IOException {
    try (EventFile file = EventFile.open(path())) {
      assertThat(
              file.take(
                  TrajectoryEvents.ended(
                      new EpisodeAttempt("run", episode, 0),
                      1,
                      Instant.EPOCH,
                      EndReason.COMPLETED,
                      null)))
          .isTrue();
    }
  }

  @Test
  void anotherStartAppends() throws Exception {
    write("e0");
    write("e1");
    List<String> episodes = new ArrayList<>();
    try (EventFileReader reader = new EventFileReader(path(), 0)) {
      for (ReceivedEvent event = reader.next(); event != null; event = reader.next()) {
        episodes.add(event.event().getEpisodeId());
      }
    }
    assertThat(episodes).containsExactly("e0", "e1");
  }

  @Test
  void aFileThatBrokeOffIsNotAppendedTo() throws Exception {
    write("e0");
    byte[] whole = Files.readAllBytes(path());
    byte[] half = Arrays.copyOf(whole, whole.length - 5);
    Files.write(path(), half);
    assertThatThrownBy(() -> EventFile.open(path()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            path() + " is no whole file of trajectory events: move it away, or name another");
    assertThat(Files.readAllBytes(path())).isEqualTo(half);
  }
}
