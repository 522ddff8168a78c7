package org.sealflow.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentsTest {
  @Test
  void anEnvironmentIsFoundByItsName() {
    assertThat(Environments.named("shop")).isInstanceOf(TestingShop.class);
  }

  @Test
  void anUnknownNameIsAnErrorThatSaysWhichThereAre() {
    assertThatThrownBy(() -> Environments.named("chop"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no environment 'chop'; there are ")
        .hasMessageEndingWith("shop");
  }

  @Test
  void aDirectoryThatNoEnvironmentRecognisesIsAnError(@TempDir Path directory) {
    assertThatThrownBy(() -> Environments.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(directory + " holds no tasks");
    assertThatThrownBy(() -> Environments.read(directory.resolve("none")))
        .hasMessageContaining("no task directory " + directory.resolve("none"));
  }

  /** The page says of how few lines an environment is made, so its lines are those that run. */
  @Test
  void thePageShowsTheCodeOfTheShop() throws Exception {
    String page = Files.readString(Path.of("README.md"));
    String shop =
        Files.readString(Path.of("src/test/java/org/sealflow/environment/TestingShop.java"));
    assertThat(page).contains("```java\n" + shop + "```\n");
  }
}
