package org.sealflow.jobs.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Chromium without a window, where it is installed. */
public final class TestingChromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final int PATIENCE_SECONDS = 90;
  private static final int POLL_MILLIS = 50;

  /** Killed processes that nobody has reaped yet count as alive, but write no more. */
  private static final int MOST_POLLS = 10;

  private final Path binary;
  private final Path workspace;

  private TestingChromium(Path binary, Path workspace) {
    this.binary = binary;
    this.workspace = workspace;
  }

  /**
   * The installed Chromium.
   *
   * @param workspace an empty directory for its profile and output
   */
  public static Optional<TestingChromium> find(Path workspace) {
    String path = System.getenv("PATH");
    String folders = "/usr/bin" + File.pathSeparator + (path == null ? "" : path);
    return Stream.of(folders.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(binary -> new TestingChromium(binary, workspace));
  }

  /** A page to click and type in. */
  public TestingTab open(String address) throws IOException, InterruptedException {
    return TestingTab.open(binary, Files.createTempDirectory(workspace, "profile"), address);
  }

  /** The page's document, as HTML, after its scripts ran. */
  public String rendered(String address) throws IOException, InterruptedException {
    return run(address, List.of("--dump-dom"));
  }

  /** Everything the page's scripts wrote to the console, errors among it. */
  public String console(String address) throws IOException, InterruptedException {
    run(address, List.of("--dump-dom", "--enable-logging=stderr"));
    return Files.readAllLines(workspace.resolve("stderr"), StandardCharsets.ISO_8859_1).stream()
        .filter(line -> line.contains("CONSOLE"))
        .reduce("", (one, other) -> one + other + "\n");
  }

  private String run(String address, List<String> wanted) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                binary.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-breakpad",
                "--virtual-time-budget=10000",
                "--window-size=1400,1000",
                "--user-data-dir=" + Files.createTempDirectory(workspace, "profile")));
    command.addAll(wanted);
    command.add(address);
    Path output = workspace.resolve("stdout");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(workspace.resolve("stderr").toFile())
            .start();
    await(process);
    return Files.readString(output);
  }

  /** Waits for the process and for those it began, which write to the profile until they end. */
  private static void await(Process process) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Set<ProcessHandle> begun = new HashSet<>();
    boolean ended = false;
    while (!ended && System.nanoTime() < deadline) {
      process.descendants().forEach(begun::add);
      ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    process.destroyForcibly();
    begun.forEach(ProcessHandle::destroyForcibly);
    for (int i = 0; i < MOST_POLLS && begun.stream().anyMatch(ProcessHandle::isAlive); i++) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    if (!ended) {
      throw new IOException("Chromium did not finish in " + PATIENCE_SECONDS + " s");
    }
  }
}
