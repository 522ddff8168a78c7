package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A client in another language, which tests play with where its language is installed. */
public final class TestingProgram {
  private static final int INSTALL_SECONDS = 120;

  private final Path directory;
  private final List<String> line;

  private TestingProgram(Path directory, String interpreter, String script) {
    this.directory = directory;
    this.line = List.of(interpreter, script);
  }

  /**
   * A script of Python; the test is skipped if no Python has the module.
   *
   * @param owner whose resource the script is
   * @param directory where the script is copied
   */
  public static TestingProgram python(Class<?> owner, String script, String module, Path directory)
      throws Exception {
    copy(owner, script, directory);
    for (String python : List.of("python3", "/usr/bin/python3")) {
      if (runs(directory, python, "-c", "import " + module)) {
        return new TestingProgram(directory, python, script);
      }
    }
    assumeTrue(false, "skipped: no Python with the module " + module + " is installed");
    throw new AssertionError("not reached");
  }

  /**
   * A script of Node with the packages that {@code package.json} beside it names; the test is
   * skipped if they cannot be had.
   *
   * @param directory where all of it is copied, and kept between runs: packages are fetched once
   * @param packageName the package that shows that they are there; empty if there are none
   */
  public static TestingProgram node(
      Class<?> owner, String script, String packageName, Path directory) throws Exception {
    copy(owner, script, directory);
    assumeTrue(runs(directory, "node", "--version"), "skipped: node is not installed");
    if (!packageName.isEmpty()) {
      copy(owner, "package.json", directory);
      boolean there = Files.isDirectory(directory.resolve("node_modules").resolve(packageName));
      assumeTrue(there || installs(directory), "skipped: npm cannot install " + packageName);
    }
    return new TestingProgram(directory, "node", script);
  }

  private static boolean installs(Path directory) throws InterruptedException {
    return runs(
        directory,
        "npm",
        "install",
        "--prefer-offline",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--fetch-retries=0");
  }

  private static void copy(Class<?> owner, String name, Path directory) throws IOException {
    Files.createDirectories(directory);
    try (InputStream resource = Objects.requireNonNull(owner.getResourceAsStream(name))) {
      Files.write(directory.resolve(name), resource.readAllBytes());
    }
  }

  private static boolean runs(Path directory, String... line) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  /** Runs it to its end, which must be a success. What it says, without blanks around it. */
  public String says(String... arguments) throws IOException, InterruptedException {
    List<String> whole = new ArrayList<>(line);
    whole.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(whole).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }
}
