package org.sealflow.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TestingModels;
import org.sealflow.model.config.ModelFamily;

final class EngineCheckTest {
  @TempDir private Path folder;

  @Test
  void nothingSetIsFine() {
    assertThat(problems(Map.of())).isEmpty();
  }

  @Test
  void theSupportedVersionAndFlavorAreFine() {
    assertThat(problems(Map.of("PYTORCH_VERSION", "2.7.1", "PYTORCH_FLAVOR", "cu128"))).isEmpty();
  }

  @Test
  void anotherVersionOrFlavorIsRefused() {
    assertThat(problems(Map.of("PYTORCH_VERSION", "2.10.0", "PYTORCH_FLAVOR", "cpu-precxx11")))
        .containsExactly(
            "PYTORCH_VERSION is 2.10.0, expected 2.7.1, the only libtorch the native bridge works"
                + " with: unset it or install that version",
            "PYTORCH_FLAVOR is cpu-precxx11, expected cpu or cu128");
  }

  @Test
  void aLibraryPathWithoutTheLibraryIsRefused() {
    assertThat(problems(Map.of("PYTORCH_LIBRARY_PATH", folder.toString())))
        .containsExactly(
            "PYTORCH_LIBRARY_PATH is "
                + folder
                + ", which holds no "
                + System.mapLibraryName("torch"));
  }

  @Test
  void aLibraryPathAsksForVersionAndFlavor() throws IOException {
    assertThat(problems(Map.of("PYTORCH_LIBRARY_PATH", library("2.7.1+cu128").toString())))
        .containsExactly(
            "PYTORCH_LIBRARY_PATH is set, so set PYTORCH_VERSION to 2.7.1",
            "PYTORCH_LIBRARY_PATH is set, so set PYTORCH_FLAVOR to cpu or cu128");
  }

  @Test
  void aLibraryThatSaysItIsOfAnotherVersionIsRefused() throws IOException {
    Path library = library("2.6.0+cu124");
    Map<String, String> settings = new HashMap<>();
    settings.put("PYTORCH_LIBRARY_PATH", library.toString());
    settings.put("PYTORCH_VERSION", "2.7.1");
    settings.put("PYTORCH_FLAVOR", "cu128");
    assertThat(problems(settings))
        .containsExactly(
            "PYTORCH_LIBRARY_PATH is " + library + ", which holds libtorch 2.6.0, expected 2.7.1");
  }

  @Test
  void aPathOfSeveralPlacesIsSearched() throws IOException {
    Path library = library("2.7.1");
    Map<String, String> settings = new HashMap<>();
    settings.put("PYTORCH_VERSION", "2.7.1");
    settings.put("PYTORCH_FLAVOR", "cpu");
    settings.put("PYTORCH_LIBRARY_PATH", folder + File.pathSeparator + library);
    assertThat(problems(settings)).isEmpty();
    Path file = library.resolve(System.mapLibraryName("torch"));
    settings.put("PYTORCH_LIBRARY_PATH", file.toString());
    assertThat(problems(settings)).isEmpty();
  }

  @Test
  void noModelIsOpenedWhereTheEngineCannotStart() {
    Path directory = TestingModels.write(folder, TestingModels.config(ModelFamily.QWEN2), 1);
    System.setProperty("PYTORCH_FLAVOR", "cu118");
    try {
      assertThatThrownBy(() -> PolicyModel.frozen(directory, TestingModels.options()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "the learner's engine cannot start: PYTORCH_FLAVOR is cu118, expected cpu or cu128");
    } finally {
      System.clearProperty("PYTORCH_FLAVOR");
    }
  }

  @Test
  void aDeviceThatIsNotThereIsNamed() {
    Path directory = TestingModels.write(folder, TestingModels.config(ModelFamily.QWEN2), 1);
    ModelOptions options = TestingModels.options().withDevice("gpu99");
    assertThatThrownBy(() -> PolicyModel.frozen(directory, options))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "device is gpu99, but the engine sees \\d+ GPUs: use cpu, or a libtorch of flavor"
                + " cu128");
    assertThatThrownBy(() -> TestingModels.options().withDevice("cuda"))
        .hasMessage("device is cuda, expected cpu, gpu0, gpu1, …");
  }

  private Path library(String version) throws IOException {
    Path library = Files.createDirectories(folder.resolve("torch/lib"));
    Files.createFile(library.resolve(System.mapLibraryName("torch")));
    Files.writeString(
        folder.resolve("torch/version.py"), "__version__ = '" + version + "'\ndebug = False\n");
    return library;
  }

  private static List<String> problems(Map<String, String> settings) {
    return EngineCheck.problems(settings::get);
  }
}
