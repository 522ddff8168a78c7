package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostingLockTest {
  @TempDir private Path folder;

  @Test
  void nobodyElseGetsALockThatIsHeld() throws Exception {
    assertThat(HostingLock.isHeld(folder)).isFalse();
    try (HostingLock lock = HostingLock.tryAcquire(folder).orElseThrow()) {
      assertThat(lock).isNotNull();
      assertThat(HostingLock.isHeld(folder)).isTrue();
      assertThat(HostingLock.tryAcquire(folder)).isEmpty();
    }
    assertThat(HostingLock.isHeld(folder)).isFalse();
    try (HostingLock again = HostingLock.tryAcquire(folder).orElseThrow()) {
      assertThat(again).isNotNull();
    }
  }

  @Test
  void askingInTheHoldingProcessDoesNotLoseTheLock() throws Exception {
    try (HostingLock lock = HostingLock.tryAcquire(folder).orElseThrow()) {
      assertThat(lock).isNotNull();
      assertThat(HostingLock.isHeld(folder)).isTrue();
      assertThat(HostingLock.tryAcquire(folder)).isEmpty();
      assertThat(heldAsAnotherProcessSeesIt()).isEqualTo("true");
    }
    assertThat(heldAsAnotherProcessSeesIt()).isEqualTo("false");
  }

  private String heldAsAnotherProcessSeesIt() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                place(HostingLock.class) + File.pathSeparator + place(HostingLockTest.class),
                Asking.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String answer =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return answer;
  }

  private static String place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** Another process that asks. */
  static final class Asking {
    private Asking() {}

    public static void main(String[] directory) throws Exception {
      System.out.println(HostingLock.isHeld(Path.of(directory[0])));
    }
  }
}
