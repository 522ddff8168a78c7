package org.sealflow.jobs.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineChecksTest {
  private static final ClassLoader OWN = EngineChecksTest.class.getClassLoader();

  @Test
  void theEngineOfTheCommandLineIsFine() {
    MachineCheck check = EngineChecks.engine(OWN, Map.<String, String>of()::get);

    assertThat(check.status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(check.found()).startsWith("DJL ");
  }

  @Test
  void anotherLibtorchFailsBeforeItIsLoaded() {
    MachineCheck check = EngineChecks.engine(OWN, Map.of("PYTORCH_VERSION", "1.13.1")::get);

    assertThat(check.status()).isEqualTo(MachineCheck.Status.FAIL);
    assertThat(check.advice()).contains("PYTORCH_VERSION is 1.13.1");
  }

  @Test
  void anAbsentEngineIsAWarning() throws Exception {
    try (URLClassLoader empty =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      MachineCheck check = EngineChecks.engine(empty, Map.<String, String>of()::get);

      assertThat(check.status()).isEqualTo(MachineCheck.Status.WARN);
      assertThat(check.found()).contains("not on the class path");
    }
  }
}
