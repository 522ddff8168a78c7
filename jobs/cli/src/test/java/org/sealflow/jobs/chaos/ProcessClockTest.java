package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessClockTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("clock");
  }

  private long secondsOfAProcess(ProcessClock clock) throws Exception {
    ProcessBuilder date = new ProcessBuilder("date", "+%s");
    date.environment().putAll(clock.environment());
    Process process = date.start();
    String seconds = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return Long.parseLong(seconds.strip());
  }

  @Test
  void theFileSaysHowFarTheClockIsOff() throws Exception {
    ProcessClock clock = ProcessClock.create(file());
    assertThat(file()).hasContent("+0\n");
    clock.step(Duration.ofSeconds(90));
    assertThat(file()).hasContent("+90\n");
    clock.step(Duration.ofHours(-1));
    assertThat(file()).hasContent("-3600\n");
    assertThat(directory.toFile().list()).as("no half-written file is left").hasSize(1);
  }

  @Test
  void aClockCanBeSteppedOrSaysWhyNot() throws Exception {
    ProcessClock clock = ProcessClock.create(file());
    assertThat(clock.refusal() == null).isEqualTo(clock.environment().containsKey("LD_PRELOAD"));
  }

  @Test
  void aProcessSeesTheSteppedClock() throws Exception {
    ProcessClock clock = ProcessClock.create(file());
    assumeTrue(clock.refusal() == null, "no libfaketime here");
    long now = Clock.systemUTC().millis() / 1000;
    assertThat(secondsOfAProcess(clock)).isCloseTo(now, within(60L));
    clock.step(Duration.ofHours(-1));
    assertThat(secondsOfAProcess(clock)).isCloseTo(now - 3_600, within(60L));
  }
}
