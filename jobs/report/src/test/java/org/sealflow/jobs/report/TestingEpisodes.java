package org.sealflow.jobs.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.files.TrajectoryParser;
import org.sealflow.schemas.TrajectoryEvent;

/** The project's sample trajectories as an evaluation records episodes. */
final class TestingEpisodes {
  private static final Path DATA = Path.of("..", "..", "data");

  private TestingEpisodes() {}

  /** Writes the first sample of each task. */
  static void write(Path file) {
    ReadSettings settings =
        new ReadSettings(
            RecordedFormat.CALLS, StepDecoder.AUTO, "2026-01-15", "nano", false, "validation-v0");
    try {
      Files.createDirectories(file.getParent());
      TrajectoryParser parser =
          new TrajectoryParser(settings, TaskDirectory.read(DATA.resolve("tasks")));
      try (LineReader lines =
              new LineReader(DATA.resolve("trajectories").resolve("samples.jsonl"), 0);
          DataFileWriter<TrajectoryEvent> writer =
              new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class))) {
        writer.create(TrajectoryEvent.getClassSchema(), file.toFile());
        write(lines, parser, writer);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void write(
      LineReader lines, TrajectoryParser parser, DataFileWriter<TrajectoryEvent> writer)
      throws IOException {
    Set<String> tasks = new HashSet<>();
    for (InputLine line = lines.next(); line != null; line = lines.next()) {
      var events = parser.parse(line, TestingRun.START, failure -> {});
      if (!events.isEmpty() && tasks.add(events.get(0).getEpisodeStarted().getTaskId())) {
        for (TrajectoryEvent event : events) {
          writer.append(event);
        }
      }
    }
  }
}
