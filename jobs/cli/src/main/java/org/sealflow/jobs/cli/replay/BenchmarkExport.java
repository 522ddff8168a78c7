package org.sealflow.jobs.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.TaskFolder;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.cli.option.TaskOptions;
import org.sealflow.jobs.cli.replay.file.DiagnosisFiles;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.export.diagnosis.DiagnosedTrajectory;
import org.sealflow.jobs.files.EventFileReader;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.TrajectoryParser;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.review.read.Json;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.VerifySettings;

/**
 * Writes recordings of a benchmark, and our own, with their diagnoses: verified first, then read
 * again for what was said.
 */
final class BenchmarkExport {
  private final ReadSettings settings;
  private final DiagnosisFiles written;
  private final DiagnosedEpisodes diagnosed = new DiagnosedEpisodes();
  private final Map<String, Task> tasks = new HashMap<>();
  private long ordinal;

  private BenchmarkExport(ReadSettings settings, DiagnosisFiles written) {
    this.settings = settings;
    this.written = written;
  }

  /**
   * Diagnoses and writes files.
   *
   * @return the first record that was left out, in one line, and how many more; null if none was
   */
  static @Nullable String run(
      List<Path> files,
      Path taskDirectory,
      ReadSettings settings,
      VerifySettings verification,
      DiagnosisFiles written)
      throws Exception {
    BenchmarkExport export = new BenchmarkExport(settings, written);
    Replay replay =
        new Replay(
            files.stream().map(Path::toString).toList(),
            taskDirectory.toString(),
            settings,
            verification,
            Runtime.getRuntime().availableProcessors());
    try (OutcomeWriter nothing = OutcomeWriter.open(null, false);
        Progress progress = Progress.ofBytes("export", files)) {
      replay.run(new DiagnosisSummary(), export.diagnosed, nothing, progress);
    }
    TaskFolder folder = TaskOptions.read(taskDirectory);
    for (TaskRecord record : folder.records()) {
      Task task = record.getTask();
      if (task != null) {
        export.tasks.put(task.getTaskId(), task);
      }
    }
    TrajectoryParser parser = new TrajectoryParser(settings, folder);
    for (Path file : files) {
      if (settings.format() == RecordedFormat.SEALFLOW) {
        export.readEvents(file);
      } else {
        export.readLines(file, parser);
      }
    }
    return replay.firstFailure().orElse(null);
  }

  private void readLines(Path file, TrajectoryParser parser) throws IOException {
    try (LineReader lines = new LineReader(file, ordinal)) {
      for (InputLine line = lines.next(); line != null; line = lines.next()) {
        ordinal = line.ordinal() + 1;
        // What cannot be used has been told of when it was diagnosed.
        List<TrajectoryEvent> events =
            parser.parse(line, Clock.systemUTC().instant(), toldAlready -> {});
        JsonNode original = Json.parse(new String(line.content(), StandardCharsets.UTF_8));
        if (!events.isEmpty() && original != null) {
          write(events, original);
        }
      }
    }
  }

  private void readEvents(Path file) throws IOException {
    Map<String, List<TrajectoryEvent>> open = new LinkedHashMap<>();
    try (EventFileReader events = new EventFileReader(file, ordinal)) {
      for (ReceivedEvent event = events.next(); event != null; event = events.next()) {
        open.computeIfAbsent(event.event().getEpisodeId(), key -> new ArrayList<>())
            .add(event.event());
      }
      ordinal = events.nextOrdinal();
    }
    for (List<TrajectoryEvent> episode : open.values()) {
      ArrayNode original = JsonNodeFactory.instance.arrayNode();
      episode.forEach(
          event -> original.add(Objects.requireNonNull(Json.parse(PlainJson.line(event)))));
      write(episode, original);
    }
  }

  private void write(List<TrajectoryEvent> events, JsonNode original) throws IOException {
    EpisodeStarted started = events.get(0).getEpisodeStarted();
    Task task = started == null ? null : tasks.get(started.getTaskId());
    DiagnosedTrajectory trajectory =
        diagnosed.of(
            events.get(0).getEpisodeId(),
            EpisodeConversation.of(events, task, original),
            settings.format().label());
    if (trajectory != null) {
      written.write(trajectory);
    }
  }
}
