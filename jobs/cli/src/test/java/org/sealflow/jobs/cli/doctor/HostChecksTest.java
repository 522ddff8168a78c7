package org.sealflow.jobs.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostChecksTest {
  @TempDir private Path folder;

  @Test
  void theJavaVersionMustBeRecentEnough() {
    assertThat(HostChecks.java(17).status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(HostChecks.java(11).status()).isEqualTo(MachineCheck.Status.FAIL);
  }

  @Test
  void littleMemoryIsAWarning() {
    assertThat(HostChecks.memory(512L << 20).status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(HostChecks.memory(511L << 20))
        .isEqualTo(
            MachineCheck.warn(
                "memory",
                "heap of at most 511 MiB",
                "give a live job 512 MiB or more: SEALFLOW_JAVA_OPTIONS=-Xmx1g"));
  }

  @Test
  void littleDiskIsAWarningAndNoneAFailure() {
    assertThat(HostChecks.disk(folder, 6L << 30).status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(HostChecks.disk(folder, 2L << 30).status()).isEqualTo(MachineCheck.Status.WARN);
    assertThat(HostChecks.disk(folder, 1L << 20).status()).isEqualTo(MachineCheck.Status.FAIL);
  }

  @Test
  void theDiskOfADirectoryYetToBeMadeIsThatOfItsParent() {
    assertThat(HostChecks.disk(folder.resolve("a/b/c")).found()).contains("free for");
  }

  @Test
  void aFileInTheWayIsAFailure() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "", StandardCharsets.UTF_8);
    assertThat(HostChecks.disk(file.resolve("data")).status()).isEqualTo(MachineCheck.Status.FAIL);
  }

  @Test
  void clientsWhoseSinksBreakAreAFailure() {
    assertThat(HostChecks.clients("4.2.1").status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(HostChecks.clients("4.3.1").status()).isEqualTo(MachineCheck.Status.FAIL);
  }

  @Test
  void theRemedyOfAnErrorLineIsTheAdvice() {
    assertThat(MachineCheck.fail("x", "this is wrong; do that; or that"))
        .isEqualTo(MachineCheck.fail("x", "this is wrong", "do that; or that"));
    assertThat(MachineCheck.fail("x", "this is wrong"))
        .isEqualTo(MachineCheck.fail("x", "this is wrong", ""));
  }
}
