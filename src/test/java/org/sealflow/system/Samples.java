package org.sealflow.system;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.ReplayOutcome;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.files.TrajectoryParser;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.VerifySettings;

/**
 * The project's sample trajectories: as the events a rollout would have emitted, and as what replay
 * says of them.
 */
final class Samples {
  /** The date the samples were checked as of. */
  static final String AS_OF = "2026-01-15";

  private static final String RUN = "samples";
  private static final int MOST_OUTCOMES = 10_000;

  private Samples() {}

  /** The task directory. */
  static Path tasks() {
    return Reference.repository().resolve("data/tasks");
  }

  /** Trajectories of the format {@code calls}. */
  static Path calls() {
    return Reference.repository().resolve("data/trajectories/samples.jsonl");
  }

  /** Trajectories of the format {@code bfcl-result}. */
  static Path results() {
    return Reference.repository().resolve("data/trajectories/result.jsonl");
  }

  /** The tasks as they are published: tool docs and constants too. */
  static List<TaskRecord> taskRecords() throws Exception {
    return TaskDirectory.read(tasks()).records();
  }

  /**
   * The events of the samples of a file by episode, under the ids that replay gives them; without
   * those whose task is missing on purpose.
   */
  static Map<String, List<TrajectoryEvent>> episodes(Path file, RecordedFormat format)
      throws Exception {
    Map<String, List<TrajectoryEvent>> episodes = new LinkedHashMap<>();
    TrajectoryParser parser = new TrajectoryParser(reading(format), TaskDirectory.read(tasks()));
    try (LineReader lines = new LineReader(file, 0)) {
      for (@Nullable InputLine line = lines.next(); line != null; line = lines.next()) {
        List<TrajectoryEvent> events = parser.parse(line, Instant.EPOCH, missing -> {});
        if (!events.isEmpty()) {
          episodes.put(events.get(0).getEpisodeId(), events);
        }
      }
    }
    return episodes;
  }

  /** What replay says of all samples of a file: by episode its turns in order, then the episode. */
  static Map<String, List<Diagnosis>> diagnoses(Path file, RecordedFormat format) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(2, ReplayJob.configuration());
    List<ReplayOutcome> outcomes =
        ReplayJob.define(
                environment,
                List.of(file.toString()),
                tasks().toString(),
                reading(format),
                VerifySettings.DEFAULT.withoutTombstones())
            .executeAndCollect("samples", MOST_OUTCOMES);
    Map<String, List<Diagnosis>> diagnoses = new LinkedHashMap<>();
    for (ReplayOutcome outcome : outcomes) {
      if (!outcome.diagnoses().isEmpty()) {
        diagnoses.put(outcome.diagnoses().get(0).getEpisodeId(), outcome.diagnoses());
      }
    }
    return diagnoses;
  }

  /** How many turns end in the events of episodes: each gives a diagnosis. */
  static long turnsEnded(List<List<TrajectoryEvent>> episodes) {
    return episodes.stream()
        .flatMap(List::stream)
        .filter(event -> event.getKind() == EventKind.TURN_ENDED)
        .count();
  }

  /** The same events as another attempt of another episode. */
  static List<TrajectoryEvent> as(EpisodeAttempt attempt, List<TrajectoryEvent> events) {
    List<TrajectoryEvent> renamed = new ArrayList<>();
    for (TrajectoryEvent event : events) {
      TrajectoryEvent copy = TrajectoryEvent.newBuilder(event).build();
      copy.setRunId(attempt.runId());
      copy.setEpisodeId(attempt.episodeId());
      copy.setAttempt(attempt.attempt());
      renamed.add(copy);
    }
    return renamed;
  }

  /** The same diagnoses of another attempt of another episode. */
  static List<Diagnosis> of(EpisodeAttempt attempt, List<Diagnosis> diagnoses) {
    List<Diagnosis> renamed = new ArrayList<>();
    for (Diagnosis diagnosis : diagnoses) {
      Diagnosis copy = Diagnosis.newBuilder(diagnosis).build();
      copy.setRunId(attempt.runId());
      copy.setEpisodeId(attempt.episodeId());
      copy.setAttempt(attempt.attempt());
      renamed.add(copy);
    }
    return renamed;
  }

  private static ReadSettings reading(RecordedFormat format) {
    return new ReadSettings(
        format, StepDecoder.AUTO, AS_OF, ReadSettings.DEFAULT_MODEL, false, RUN);
  }
}
