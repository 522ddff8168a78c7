package org.sealflow.jobs.bench.rollout;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;

/** An {@link AnsweringServer} in a process of its own, so that its work is not its client's. */
final class AnsweringProcess implements AutoCloseable {
  private static final long LONGEST_START_SECONDS = 30;

  /**
   * The JDK's server closes connections beyond 200 that are idle, at which a client that is about
   * to use one fails, and lets an answer wait for the acknowledgement of its headers.
   */
  private static final List<String> FLAGS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-Dsun.net.httpserver.maxIdleConnections=16384",
          "-Dsun.net.httpserver.idleInterval=600",
          "-Dsun.net.httpserver.nodelay=true");

  private final Process process;
  private final int port;

  private AnsweringProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one with the class path of this process.
   *
   * @param delay from the end of a request to its answer
   * @throws UserError if it does not come up
   */
  static AnsweringProcess start(Duration delay) throws InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(FLAGS);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            AnsweringServer.class.getName(),
            String.valueOf(delay.toMillis())));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try {
        return new AnsweringProcess(process, port(process));
      } catch (RuntimeException notUp) {
        process.destroyForcibly();
        throw notUp;
      }
    } catch (IOException failed) {
      throw new UserError("cannot start the answering server: " + failed.getMessage(), failed);
    }
  }

  private static int port(Process process) throws InterruptedException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    CompletableFuture<@Nullable String> line =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return output.readLine();
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });
    try {
      String port = line.get(LONGEST_START_SECONDS, TimeUnit.SECONDS);
      if (port == null) {
        throw new UserError("the answering server ended as it started; see what it wrote above");
      }
      return Integer.parseInt(port);
    } catch (ExecutionException | TimeoutException silent) {
      throw new UserError(
          "the answering server did not tell its port within "
              + LONGEST_START_SECONDS
              + " s; is the machine overloaded?",
          silent);
    }
  }

  /** Where its paths begin. */
  String baseUrl() {
    return AnsweringServer.baseUrl(port);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
