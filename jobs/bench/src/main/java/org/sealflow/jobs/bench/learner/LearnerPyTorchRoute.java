package org.sealflow.jobs.bench.learner;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sealflow.jobs.settings.UserError;

/** The same work in a Python with PyTorch, a process of its own. */
final class LearnerPyTorchRoute implements LearnerRoute {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCRIPT = "/bench/learner.py";
  private static final long LONGEST_LOOK_SECONDS = 60;

  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;
  private final String version;

  private LearnerPyTorchRoute(Process process, LearnerLoad load) throws IOException {
    this.process = process;
    input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    send(JSON.writeValueAsString(load.rows()));
    version = ask(JSON.writeValueAsString(load.prompts()));
  }

  /** The first of some Pythons that has PyTorch. */
  static Optional<String> find(List<String> pythons) throws InterruptedException {
    for (String python : pythons) {
      if (hasPyTorch(python)) {
        return Optional.of(python);
      }
    }
    return Optional.empty();
  }

  private static boolean hasPyTorch(String python) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(python, "-c", "import torch")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = process.waitFor(LONGEST_LOOK_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      return ended && process.exitValue() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  /**
   * Starts the process.
   *
   * @param directory the model's; the script is put there too
   * @throws UserError if it does not come up
   */
  static LearnerPyTorchRoute start(String python, Path directory, LearnerLoad load, int threads)
      throws IOException {
    Path script = directory.resolve("learner.py");
    try (InputStream source = LearnerPyTorchRoute.class.getResourceAsStream(SCRIPT)) {
      if (source == null) {
        throw new IllegalStateException(SCRIPT + " is not on the class path");
      }
      Files.copy(source, script);
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            python,
            script.toString(),
            directory.toString(),
            String.valueOf(threads),
            String.valueOf(load.shape().adapterRank()),
            String.valueOf(load.shape().promptTokens()));
    builder.environment().put("OMP_NUM_THREADS", String.valueOf(threads));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      return new LearnerPyTorchRoute(process, load);
    } catch (IOException | RuntimeException notUp) {
      process.destroyForcibly();
      throw notUp;
    }
  }

  private void send(String line) throws IOException {
    input.write(line);
    input.newLine();
    input.flush();
  }

  private String ask(String line) {
    try {
      send(line);
      String answer = output.readLine();
      if (answer == null) {
        throw new UserError("PyTorch ended before it answered; see what it wrote above");
      }
      return answer;
    } catch (IOException broken) {
      throw new UserError("PyTorch ended before it answered; see what it wrote above", broken);
    }
  }

  /** The version of PyTorch. */
  String version() {
    return version;
  }

  /** The most memory that was resident in its process, bytes. */
  long peakBytes() {
    return Long.parseLong(ask("peak"));
  }

  @Override
  public void run(LearnerWork work) {
    ask(work.word());
  }

  @Override
  public float[][] logProbs() {
    try {
      float[][] scored = JSON.readValue(ask("logprobs"), float[][].class);
      float[][] rows = new float[scored.length][];
      for (int row = 0; row < rows.length; row++) {
        rows[row] = new float[scored[row].length + 1];
        System.arraycopy(scored[row], 0, rows[row], 1, scored[row].length);
      }
      return rows;
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
