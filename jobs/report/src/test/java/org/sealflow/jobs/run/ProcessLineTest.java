package org.sealflow.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLineTest {
  @TempDir private Path folder;

  @Test
  void aRunThatGoesOnKeepsTheLinesOfTheProcessesBefore() {
    RunDirectory run = RunDirectory.create(folder, "nano");
    Clock clock = Clock.fixed(Instant.ofEpochMilli(5_000), ZoneOffset.UTC);
    ProcessLine.add(run, Duration.ofMillis(1_500), clock);
    ProcessLine.add(run, Duration.ofSeconds(60), clock);
    assertThat(JsonLines.read(ProcessLine.file(run), ProcessLine.class))
        .containsExactly(new ProcessLine(5_000, 1.5), new ProcessLine(5_000, 60));
  }
}
