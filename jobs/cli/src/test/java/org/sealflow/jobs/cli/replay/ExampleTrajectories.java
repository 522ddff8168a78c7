package org.sealflow.jobs.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;

/** Reads example trajectories and what was made of them. */
final class ExampleTrajectories {
  private ExampleTrajectories() {}

  static Path folder() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path shared =
        setting == null || setting.isBlank()
            ? Path.of("").toAbsolutePath().resolve("../../../shared").normalize()
            : Path.of(setting);
    boolean present = Files.isDirectory(shared.resolve("formats"));
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError("the example trajectories are required, but not at " + shared);
    }
    Assumptions.assumeTrue(present, "skipped: no example trajectories at " + shared);
    return shared.resolve("formats");
  }

  static List<RecordedTrajectory> read(Path file) {
    List<RecordedTrajectory> trajectories = new ArrayList<>();
    try {
      TrajectoryFile.read(
          file,
          ReviewSettings.DEFAULT,
          new TrajectoryListener() {
            @Override
            public void trajectory(RecordedTrajectory trajectory) {
              trajectories.add(trajectory);
            }

            @Override
            public void note(String line) {}

            @Override
            public void rejected(String line) {
              throw new AssertionError(line);
            }

            @Override
            public void refused(String line) {
              throw new AssertionError(line);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return trajectories;
  }

  static List<JsonNode> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> Objects.requireNonNull(Json.parse(line), line))
        .toList();
  }
}
