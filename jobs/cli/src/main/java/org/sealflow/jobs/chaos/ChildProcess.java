package org.sealflow.jobs.chaos;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;

/**
 * A Java program in a process of its own, which can be killed, stopped and started again. One that
 * ends by itself is started again after a moment, as a supervisor would.
 */
final class ChildProcess implements AutoCloseable {
  private static final int LONGEST_END_SECONDS = 10;
  private static final Executor AFTER_A_MOMENT =
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  /**
   * What is run.
   *
   * @param name names it in messages and its log
   * @param options of the JVM
   * @param classPath without the program that launches it
   * @param mainClass whose {@code main} runs
   * @param arguments of that
   * @param environment variables beside those of this process
   */
  record Program(
      String name,
      List<String> options,
      String classPath,
      String mainClass,
      List<String> arguments,
      Map<String, String> environment) {}

  private final Program program;
  private final Path log;
  private final Path launcher;
  private @Nullable Process process;
  private boolean wanted;
  private int ownEnds;

  /**
   * A process that does not run yet.
   *
   * @param directory for its log and the class that launches it
   */
  ChildProcess(Program program, Path directory) {
    this.program = program;
    this.log = directory.resolve(program.name() + ".log");
    this.launcher = directory.resolve("launcher");
  }

  String name() {
    return program.name();
  }

  /** Where what it writes goes, over all its starts. */
  Path log() {
    return log;
  }

  /** Starts it unless it runs. */
  synchronized void start() {
    if (isAlive()) {
      return;
    }
    wanted = true;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(program.options());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    try {
      Files.createDirectories(log.getParent());
      copyLauncher();
      command.addAll(List.of("-cp", launcher + File.pathSeparator + program.classPath()));
      command.addAll(List.of(LaunchedProgram.class.getName(), program.mainClass()));
      command.addAll(program.arguments());
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().putAll(program.environment());
      Process started = builder.start();
      process = started;
      CompletableFuture<Void> unused =
          started.onExit().thenAcceptAsync(this::startAgain, AFTER_A_MOMENT);
    } catch (IOException e) {
      throw new UserError("cannot start " + name() + ": " + e.getMessage(), e);
    }
  }

  private synchronized void startAgain(Process ended) {
    if (wanted && ended.equals(process)) {
      ownEnds++;
      start();
    }
  }

  /** How often it ended by itself and was started again. */
  synchronized int ownEnds() {
    return ownEnds;
  }

  /** The launcher stands alone, so that a program sees its own class path and nothing of ours. */
  private void copyLauncher() throws IOException {
    String file = LaunchedProgram.class.getName().replace('.', '/') + ".class";
    Path copy = launcher.resolve(file);
    if (Files.exists(copy)) {
      return;
    }
    Files.createDirectories(copy.getParent());
    try (InputStream content = LaunchedProgram.class.getResourceAsStream("/" + file)) {
      if (content == null) {
        throw new IOException("no class " + file);
      }
      Files.copy(content, copy);
    }
  }

  synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Ends it as a crash does; it gets no chance to say goodbye. */
  synchronized void kill() {
    wanted = false;
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroyForcibly();
    try {
      if (!running.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name() + " outlives its kill");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops it where it stands and lets it go on after a while, even if this process is gone. */
  void pause(Duration length) {
    signal("kill -STOP %1$d && sleep %2$.3f; kill -CONT %1$d", length.toMillis() / 1e3);
  }

  /** Has it write into its log what each of its threads does. */
  void writeThreads() {
    signal("kill -QUIT %1$d");
  }

  private synchronized void signal(String script, Object... arguments) {
    Process running = process;
    if (running == null || !running.isAlive()) {
      return;
    }
    List<Object> values = new ArrayList<>(List.of(running.pid()));
    values.addAll(List.of(arguments));
    try {
      new ProcessBuilder("sh", "-c", String.format(Locale.ROOT, script, values.toArray()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send a signal to " + name(), e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
