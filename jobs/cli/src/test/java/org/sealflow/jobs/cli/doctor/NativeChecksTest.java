package org.sealflow.jobs.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeChecksTest {
  private static final ClassLoader OWN = NativeChecksTest.class.getClassLoader();

  @TempDir private Path folder;

  private static MachineCheck library(ClassLoader code, Map<String, String> settings) {
    return NativeChecks.library(code, settings::get);
  }

  /** A class path that holds nothing but what the jars say of their versions. */
  private URLClassLoader jars(String bridge, String library) throws IOException {
    write("jnilib/pytorch.properties", "jni_version=" + bridge);
    write("native/lib/pytorch.properties", "version=" + library);
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
  }

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  @Test
  void theLibraryOfTheCommandLineIsFine() {
    MachineCheck check = library(OWN, Map.of());
    assertThat(check.status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(check.found()).startsWith("2.7.1");
  }

  @Test
  void theBridgeMustBeThatOfTheEngine() throws IOException {
    try (URLClassLoader other = jars("2.5.1-0.32.0", "2.5.1")) {
      assertThat(library(other, Map.of()))
          .isEqualTo(
              MachineCheck.warn(
                  "libtorch",
                  "the bridge to it is 2.5.1-0.32.0",
                  "only --learn needs it: add ai.djl.pytorch:pytorch-jni:2.7.1-0.35.1"));
    }
  }

  @Test
  void theLibraryMustBeThatOfTheBridge() throws IOException {
    try (URLClassLoader other = jars("2.7.1-0.35.1", "2.5.1-20241031")) {
      assertThat(library(other, Map.of()).found()).isEqualTo("the class path holds 2.5.1-20241031");
      assertThat(library(other, Map.of("PYTORCH_LIBRARY_PATH", "/opt/torch/lib")))
          .isEqualTo(MachineCheck.ok("libtorch", "that of PYTORCH_LIBRARY_PATH /opt/torch/lib"));
    }
  }

  @Test
  void anEmptyClassPathHoldsNoLibrary() throws IOException {
    try (URLClassLoader empty =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertThat(library(empty, Map.of()).status()).isEqualTo(MachineCheck.Status.WARN);
      assertThat(library(empty, Map.of()).found()).isEqualTo("no bridge to it on the class path");
    }
  }

  @Test
  void theCacheIsWhereTheEngineUnpacks() {
    Path home = folder.resolve("home");
    assertThat(NativeChecks.cache(Map.<String, String>of()::get, home))
        .isEqualTo(MachineCheck.ok("engine cache", home + "/.djl.ai"));
    Map<String, String> both =
        Map.of("ENGINE_CACHE_DIR", folder + "/engine", "DJL_CACHE_DIR", folder + "/djl");
    assertThat(NativeChecks.cache(both::get, home).found()).isEqualTo(folder + "/engine");
  }

  @Test
  void aCacheThatCannotBeWrittenIsAWarning() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Map<String, String> settings = Map.of("ENGINE_CACHE_DIR", file.resolve("cache").toString());
    MachineCheck check = NativeChecks.cache(settings::get, folder);
    assertThat(check.status()).isEqualTo(MachineCheck.Status.WARN);
    assertThat(check.found()).endsWith("cannot be written");
  }

  @Test
  void aCacheYetToBeFilledNeedsRoom() throws IOException {
    assertThat(NativeChecks.cache(folder, 2L << 30).status()).isEqualTo(MachineCheck.Status.OK);
    assertThat(NativeChecks.cache(folder, 1L << 20))
        .isEqualTo(
            MachineCheck.warn(
                "engine cache",
                "1 MiB free for " + folder,
                "only --learn needs it: make room for 1.0 GiB"));
    Files.createDirectory(folder.resolve("pytorch"));
    assertThat(NativeChecks.cache(folder, 1L << 20))
        .isEqualTo(MachineCheck.ok("engine cache", folder + ", unpacked"));
  }
}
