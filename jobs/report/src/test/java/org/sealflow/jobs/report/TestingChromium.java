package org.sealflow.jobs.report;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Chromium without a window, where it is installed. It is started once in a process of tests and
 * ends with it; pages share nothing but the program.
 */
public final class TestingChromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String LISTENING = "DevTools listening on ";

  private static @Nullable TestingChromium running;

  private final URI address;

  private TestingChromium(URI address) {
    this.address = address;
  }

  /** The running Chromium; empty if none is installed. */
  public static synchronized Optional<TestingChromium> find() {
    if (running == null) {
      installed().ifPresent(binary -> running = start(binary));
    }
    return Optional.ofNullable(running);
  }

  private static Optional<Path> installed() {
    String path = System.getenv("PATH");
    String folders = "/usr/bin" + File.pathSeparator + (path == null ? "" : path);
    return Stream.of(folders.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static TestingChromium start(Path binary) {
    try {
      Path profile = Files.createTempDirectory("chromium");
      Process process =
          new ProcessBuilder(
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
                  "--remote-debugging-port=0",
                  "--user-data-dir=" + profile,
                  "about:blank")
              .redirectErrorStream(true)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, profile), "chromium end"));
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      String line = lines.readLine();
      while (line != null && !line.startsWith(LISTENING)) {
        line = lines.readLine();
      }
      if (line == null) {
        throw new IOException("Chromium does not listen");
      }
      Thread reader = new Thread(() -> lines.lines().forEach(unread -> {}), "chromium");
      reader.setDaemon(true);
      reader.start();
      return new TestingChromium(URI.create(line.substring(LISTENING.length()).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(Process process, Path profile) {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    all.forEach(each -> each.onExit().join());
    FileUtils.deleteQuietly(profile.toFile());
  }

  /** A page to click and type in. */
  public TestingTab open(String page) throws IOException, InterruptedException {
    return TestingTab.open(address, page);
  }

  /**
   * The page's document, as HTML, after its scripts ran.
   *
   * @throws IOException if they wrote to the console, or something was refused
   */
  public String rendered(String page) throws IOException, InterruptedException {
    try (TestingTab tab = open(page)) {
      tab.settle();
      String document = tab.value("document.documentElement.outerHTML").asText();
      if (!tab.console().isEmpty()) {
        throw new IOException(page + ": " + String.join("\n", tab.console()));
      }
      return document;
    }
  }

  /** Everything the page's scripts wrote to the console, errors and what was refused among it. */
  public String console(String page) throws IOException, InterruptedException {
    try (TestingTab tab = open(page)) {
      tab.settle();
      return String.join("\n", tab.console());
    }
  }
}
