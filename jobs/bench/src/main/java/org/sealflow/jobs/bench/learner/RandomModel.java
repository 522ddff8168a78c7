package org.sealflow.jobs.bench.learner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;

/** A random model in a temporary directory, until closed. */
record RandomModel(Path directory) implements AutoCloseable {
  /**
   * Writes one.
   *
   * @param progress is told so
   */
  static RandomModel write(
      ModelConfig config, Precision precision, long seed, Consumer<String> progress)
      throws IOException {
    progress.accept(
        "writing a random model of " + LearnerModelFiles.parameters(config) + " weights");
    RandomModel model = new RandomModel(Files.createTempDirectory("sealflow-bench"));
    try {
      LearnerModelFiles.write(model.directory(), config, precision, seed);
      return model;
    } catch (IOException failed) {
      model.close();
      throw failed;
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> walked = Files.walk(directory)) {
      List<Path> files = walked.sorted(Comparator.reverseOrder()).toList();
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }
}
