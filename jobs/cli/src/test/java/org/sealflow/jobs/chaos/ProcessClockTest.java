package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessClockTest {
  private static final int WAITS = 10;
  private static final long WAIT_MILLIS = 50;

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("clock");
  }

  private static long numberOf(ProcessClock clock, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(clock.environment());
    Process process = builder.start();
    String number = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return Long.parseLong(number.strip());
  }

  private static long secondsOfAProcess(ProcessClock clock) throws Exception {
    return numberOf(clock, "date", "+%s");
  }

  /** Waits some times and prints how many milliseconds that took. */
  static final class Waiting {
    private Waiting() {}

    /** The program. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws InterruptedException {
      CountDownLatch never = new CountDownLatch(1);
      long begun = System.nanoTime();
      for (int i = 0; i < WAITS; i++) {
        if (never.await(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("nobody counts down");
        }
      }
      System.out.println(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    }
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

  @Test
  void aProcessUnderASteppedClockWaitsAsLongAsItMeansTo() throws Exception {
    ProcessClock clock = ProcessClock.create(file());
    clock.step(Duration.ofMinutes(-1));
    long took =
        numberOf(
            clock,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Waiting.class.getName());
    assertThat(took).isBetween(WAITS * WAIT_MILLIS, 30_000L);
  }
}
