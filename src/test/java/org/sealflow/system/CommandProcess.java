package org.sealflow.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sealflow.jobs.cli.Sealflow;
import org.sealflow.python.Reference;

/** The command line in a process of its own, begun in the project's folder. Closing ends it. */
final class CommandProcess implements AutoCloseable {
  /**
   * Flags of processes that end within minutes: the second compiler and a parallel collector would
   * take more time than they save. Without the last one too little is reserved for compiled code.
   */
  static final List<String> SHORT_LIVED =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m");

  private static final long LONGEST_END_SECONDS = 20;

  private final Process process;
  private final BufferedReader output;
  private final Path errors;

  private CommandProcess(Process process, Path errors) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.errors = errors;
  }

  /**
   * Starts a command.
   *
   * @param errors what it writes to its error stream goes here
   * @param variables of its environment, beside those of this process
   */
  static CommandProcess start(Path errors, Map<String, String> variables, List<String> arguments)
      throws IOException {
    return start(Sealflow.class, errors, variables, arguments);
  }

  /** Starts another program of the tests. */
  static CommandProcess start(Class<?> program, Path errors, List<String> arguments)
      throws IOException {
    return start(program, errors, Map.of(), arguments);
  }

  private static CommandProcess start(
      Class<?> program, Path errors, Map<String, String> variables, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.addAll(SHORT_LIVED);
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Reference.repository().toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(variables);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new CommandProcess(process, errors);
  }

  /** The next line of its output; waits for it. */
  String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new AssertionError("the command ended: " + Files.readString(errors));
    }
    return line;
  }

  /** The rest of its output; waits until it has closed it. */
  List<String> lines() {
    return output.lines().toList();
  }

  /** What it wrote to its error stream so far. */
  List<String> errorLines() throws IOException {
    return Files.readAllLines(errors);
  }

  /**
   * Waits for its end.
   *
   * @return its exit code
   * @throws AssertionError if it does not end in time
   */
  int end(Duration longest) throws Exception {
    if (!process.waitFor(longest.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("the command does not end: " + Files.readString(errors));
    }
    return process.exitValue();
  }

  /** Tells it to stop, as a terminal or a cluster does, and waits for its end. */
  int terminate(Duration longest) throws Exception {
    process.destroy();
    return end(longest);
  }

  /** Ends it as a crash does, and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Stops it where it stands, until it is resumed. */
  void pause() throws Exception {
    signal("-STOP");
  }

  /** Lets it go on. */
  void resume() throws Exception {
    signal("-CONT");
  }

  private void signal(String name) throws Exception {
    Process sent = new ProcessBuilder("kill", name, String.valueOf(process.pid())).start();
    if (sent.waitFor() != 0) {
      throw new AssertionError("the signal " + name + " cannot be sent");
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    output.close();
  }
}
