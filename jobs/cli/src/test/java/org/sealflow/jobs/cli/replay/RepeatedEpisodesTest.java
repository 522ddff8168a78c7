package org.sealflow.jobs.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.environment.Environments;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.files.TrajectoryParser;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.TrajectoryEvent;

/** Recordings of events whose episodes have the same ids. */
class RepeatedEpisodesTest {
  @TempDir private Path folder;
  private Path data = Path.of("");

  @BeforeEach
  void findData() {
    Path repository = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(repository.resolve("data/tasks"))) {
      repository = Objects.requireNonNull(repository.getParent());
    }
    data = repository.resolve("data");
  }

  @Timeout(300)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "replay --report REPORT",
        "export diagnoses --format jsonl --output OUT",
        "serve inspector --port 0"
      })
  void anEpisodeInTwoFilesIsRefusedByWhateverFindsEpisodesByTheirIds(String command)
      throws Exception {
    Path first = recording("first.avro", "monday", 1);
    Path second = recording("second.avro", "monday", 1);
    TestingCommandLine refused = run(command, first, second);
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err())
        .contains(first.toString(), second.toString(), "monday/0/", "one file at a time");
    assertThat(folder.resolve("OUT")).doesNotExist();
    assertThat(folder.resolve("REPORT")).doesNotExist();
  }

  @Test
  void filesOfOtherEpisodesAreReadTogetherThoughOneRepeatsItsOwn() throws Exception {
    Path first = recording("first.avro", "monday", 2);
    Path second = recording("second.avro", "tuesday", 1);
    TestingCommandLine read = run("replay --report REPORT", first, second);
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(folder.resolve("REPORT")).isDirectory();
  }

  private TestingCommandLine run(String command, Path... files) {
    List<String> words = new ArrayList<>();
    for (String word : command.split(" ")) {
      boolean place = word.equals("REPORT") || word.equals("OUT");
      words.add(place ? folder.resolve(word).toString() : word);
    }
    Stream.of(files).map(Path::toString).forEach(words::add);
    words.addAll(List.of("--tasks", data.resolve("tasks").toString()));
    return TestingCommandLine.run(words.toArray(String[]::new));
  }

  /** The first sample as an episode of a run, so many times. */
  private Path recording(String name, String run, int times) throws IOException {
    ReadSettings settings =
        new ReadSettings(RecordedFormat.CALLS, StepDecoder.AUTO, "2026-01-15", "nano", false, run);
    TrajectoryParser parser =
        new TrajectoryParser(settings, Environments.read(data.resolve("tasks")));
    Path file = folder.resolve(name);
    try (LineReader lines = new LineReader(data.resolve("trajectories/samples.jsonl"), 0);
        DataFileWriter<TrajectoryEvent> writer =
            new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class))) {
      writer.create(TrajectoryEvent.getClassSchema(), file.toFile());
      List<TrajectoryEvent> events =
          parser.parse(Objects.requireNonNull(lines.next()), TestingRecords.TIME, unusable -> {});
      assertThat(events).isNotEmpty();
      for (int time = 0; time < times; time++) {
        for (TrajectoryEvent event : events) {
          writer.append(event);
        }
      }
    }
    return file;
  }
}
