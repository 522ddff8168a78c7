package org.sealflow.jobs.cli.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.files.EventFileReader;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.report.inspect.EpisodePlay;
import org.sealflow.jobs.report.inspect.GatheredEvents;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.InspectedTasks;
import org.sealflow.jobs.report.inspect.LearnerRecords;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.RepairSearch;

/**
 * Episodes of runs for the inspector, of their directories or of topics, executed and diagnosed as
 * they come. Thread-safe.
 */
public final class InspectedRuns {
  /** The largest number of episodes that wait for their tasks; more are left out. */
  static final int MOST_WAITING = 1_000;

  private final InspectedTasks tasks = new InspectedTasks();
  private final LearnerRecords learner = new LearnerRecords();
  private final InspectedEpisodes episodes;
  private final @Nullable RepairSearch repairs;
  private final PrintWriter err;
  private final DiagnosisSummary summary = new DiagnosisSummary();
  private final Map<String, GatheredEvents> gathering = new HashMap<>();
  private final Map<String, List<WaitingEpisode>> waiting = new HashMap<>();
  private Ledger ledger = Ledger.EMPTY;
  private int waitingEpisodes;
  private long unusable;

  /** An episode that is whole, while its task or what that refers to has not come yet. */
  private record WaitingEpisode(String run, List<TrajectoryEvent> events) {}

  /**
   * No episode yet.
   *
   * @param most most episodes to look into
   * @param repairs the search for a repair; null for none
   * @param err told of what cannot be executed
   * @throws IOException if there is no room for temporary files
   */
  public InspectedRuns(int most, @Nullable RepairSearch repairs, PrintWriter err)
      throws IOException {
    episodes = new InspectedEpisodes(tasks, learner, most);
    this.repairs = repairs;
    this.err = err;
  }

  /** The episodes; the caller closes them. */
  public InspectedEpisodes episodes() {
    return episodes;
  }

  /** The numbers of all episodes so far, as the report page has them. */
  public synchronized ObjectNode summary() {
    return SummaryJson.node(summary, new RunTotals(ledger, Duration.ZERO));
  }

  /**
   * Reads the evaluations and the steps of a run's directory.
   *
   * @throws UserError if a file of it cannot be read
   */
  public void read(RunDirectory run) {
    try {
      for (Path folder : taskFolders(run)) {
        Environments.read(folder).records().forEach(this::task);
      }
      for (Path file : files(run.path().resolve("episodes"))) {
        evaluation(run.runId(), file);
      }
    } catch (IOException | UncheckedIOException unreadable) {
      throw new UserError(
          "the run " + run.path() + " cannot be read: " + Causes.innermost(unreadable), unreadable);
    }
    if (Files.exists(run.steps())) {
      RunHistory.read(run.path()).steps().forEach(this::step);
    }
  }

  private static List<Path> taskFolders(RunDirectory run) throws IOException {
    List<Path> folders = new ArrayList<>();
    Path own = run.path().resolve("tasks");
    if (Files.isDirectory(own)) {
      try (Stream<Path> all = Files.list(own)) {
        all.filter(Files::isDirectory).sorted().forEach(folders::add);
      }
    }
    RunHistory.taskDirectory(run).ifPresent(folders::add);
    return folders;
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(".avro")).sorted().toList();
    }
  }

  private void evaluation(String run, Path file) throws IOException {
    String part = String.valueOf(file.getFileName());
    GatheredEvents gathered = new GatheredEvents((id, events) -> play(run, part, events));
    try (EventFileReader reader = new EventFileReader(file, 0)) {
      for (ReceivedEvent event = reader.next(); event != null; event = reader.next()) {
        gathered.take(event.event());
      }
    }
    gathered.end();
  }

  /** Takes a task, or what tasks refer to, for which episodes may wait. */
  void task(TaskRecord record) {
    tasks.add(record);
    playWaiting(TaskRecords.key(record));
  }

  private synchronized void playWaiting(String key) {
    List<WaitingEpisode> came = waiting.remove(key);
    if (came != null) {
      waitingEpisodes -= came.size();
      came.forEach(episode -> playOnceTaskIsThere(episode.run, episode.events));
    }
  }

  /** Takes a step of a learner. */
  void step(TrainingStep step) {
    learner.add(step);
    episodes.outdated();
  }

  /** Takes an episode as a step took it. */
  void sample(TrainingSample sample) {
    learner.add(sample);
  }

  /** Takes an event of a topic. */
  synchronized void event(TrajectoryEvent event) {
    String run = event.getRunId();
    gathering
        .computeIfAbsent(
            run, first -> new GatheredEvents((id, events) -> playOnceTaskIsThere(run, events)))
        .take(event);
  }

  /** Tasks and events come from two topics, so either may be the first. */
  private synchronized void playOnceTaskIsThere(String run, List<TrajectoryEvent> events) {
    EpisodeStarted header = events.get(0).getEpisodeStarted();
    String missing = header == null ? null : tasks.missing(header);
    if (missing == null || waitingEpisodes == MOST_WAITING) {
      play(run, part(events), events);
      return;
    }
    waiting
        .computeIfAbsent(missing, first -> new ArrayList<>())
        .add(new WaitingEpisode(run, events));
    waitingEpisodes++;
  }

  /** Tells, in a line, of the episodes that wait for their tasks, if any does. */
  synchronized void tellWaiting() {
    if (waitingEpisodes > 0) {
      TrajectoryEvent first = waiting.values().iterator().next().get(0).events.get(0);
      tell(
          "episodes to be shown once their tasks are on the topic tasks: %d, such as %s"
              .formatted(waitingEpisodes, first.getEpisodeId()));
    }
  }

  private static String part(List<TrajectoryEvent> events) {
    var started = events.get(0).getEpisodeStarted();
    return started == null || started.getMode() == Mode.EVAL
        ? "evaluation"
        : "batch " + started.getBatchNumber();
  }

  private synchronized void play(String run, String part, List<TrajectoryEvent> events) {
    EpisodePlay.Played played;
    try {
      played = episodes.play(run, part, events, repairs);
    } catch (RuntimeException notExecutable) {
      if (unusable++ == 0) {
        tell(
            "episode "
                + events.get(0).getEpisodeId()
                + " is left out: "
                + Causes.oneLine(notExecutable.getMessage()));
      }
      ledger = ledger.plus(failed(events.size()));
      return;
    }
    summary.add(played.turns(), played.episode());
    ledger = ledger.plus(ended(played, events.size()));
  }

  /** Tells, in a line, what is not shown. */
  void tell(String line) {
    err.println("sealflow: " + line);
    err.flush();
  }

  private static Ledger failed(long events) {
    return new Ledger(0, 0, 0, 0, 0, 0, 0, events, 0, 0, events);
  }

  private static Ledger ended(EpisodePlay.Played played, long events) {
    return switch (played.episode().getVerdict()) {
      case PASSED -> new Ledger(1, 1, 0, 0, 0, 0, 0, events, events, 0, 0);
      case POLICY_FAILED -> new Ledger(1, 0, 1, 0, 0, 0, 0, events, events, 0, 0);
      case TASK_DEFECTIVE -> new Ledger(1, 0, 0, 0, 1, 0, 0, events, events, 0, 0);
      case INFRASTRUCTURE_FAILED -> new Ledger(1, 0, 0, 1, 0, 0, 0, events, events, 0, 0);
      case UNJUDGED -> new Ledger(1, 0, 0, 0, 0, 0, 0, events, events, 0, 0, 1);
    };
  }
}
