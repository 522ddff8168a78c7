package org.sealflow.jobs.cli.replay.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.results.ResultFile;
import org.sealflow.tau.results.ResultHeader;
import org.sealflow.tau.results.ResultListener;
import org.sealflow.tau.results.Simulation;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Step;

/**
 * Conversations of tau2-bench as they are published, one file after the other. The tasks are found
 * by reading all files once before.
 */
final class TauRecordedFiles implements RecordedEvents {
  private static final String REMEDY = "mend the record, or leave it out";

  private final List<Path> files;
  private final ReadSettings settings;
  private final Clock clock;
  private final Consumer<Failure> turnedAway;
  private final TauPlayedTasks played;
  private long ordinal;

  private TauRecordedFiles(
      List<Path> files,
      ReadSettings settings,
      Clock clock,
      Consumer<Failure> turnedAway,
      TauPlayedTasks played) {
    this.files = files;
    this.settings = settings;
    this.clock = clock;
    this.turnedAway = turnedAway;
    this.played = played;
  }

  /**
   * Opens recorded files.
   *
   * @throws UserError if a file or the benchmark's folder is not there
   */
  static TauRecordedFiles open(
      RecordedEvents.Request request, Clock clock, Consumer<Failure> turnedAway) {
    InputFiles.require(request.files());
    try {
      return new TauRecordedFiles(
          request.files(),
          request.settings(),
          clock,
          turnedAway,
          new TauPlayedTasks(request.tasks()));
    } catch (IllegalArgumentException unreadable) {
      throw new UserError("--tasks: " + unreadable.getMessage(), unreadable);
    }
  }

  /** Takes one usable conversation. */
  @FunctionalInterface
  private interface Taker {
    void take(RecordedSource source, TauTask task, RecordedConversation episode);
  }

  @Override
  public List<TaskRecord> tasks() {
    Taker remember = (source, task, episode) -> played.remember(task, episode);
    for (Path file : files) {
      // What is no conversation is said when the events are read.
      read(file, remember, failure -> {});
    }
    ordinal = 0;
    return played.records();
  }

  @Override
  public void each(Consumer<TrajectoryEvent> taker) {
    Taker sent =
        (source, task, episode) ->
            played.events(source, task, episode, settings, clock.instant()).forEach(taker);
    files.forEach(file -> read(file, sent, turnedAway));
  }

  @Override
  public void close() {
    // A file is open only while it is read.
  }

  private void read(Path file, Taker taker, Consumer<Failure> failures) {
    try {
      if (settings.format() == RecordedFormat.TAU2) {
        ResultFile.read(ResultFile.of(file), new Simulations(file, taker, failures));
      } else {
        readLines(file, taker, failures);
      }
    } catch (IOException unreadable) {
      throw new UserError("reading failed: " + Causes.innermost(unreadable), unreadable);
    }
  }

  private void readLines(Path file, Taker taker, Consumer<Failure> failures) throws IOException {
    try (LineReader lines = new LineReader(file, ordinal)) {
      for (InputLine line = lines.next(); line != null; line = lines.next()) {
        ordinal = line.ordinal() + 1;
        RecordedSource source =
            new RecordedSource(line.file(), line.line(), line.ordinal(), "", line.endOffset());
        try {
          JsonNode row = JsonValues.mapper().readTree(line.content());
          RecordedConversation episode = RecordedConversation.read(row);
          source.setRecordId(episode.id());
          taker.take(source, played.task(episode), episode);
        } catch (IOException | IllegalArgumentException unusable) {
          String reason = Causes.oneLine(String.valueOf(unusable.getMessage()));
          failures.accept(failure(source, reason, line.content()));
        }
      }
    }
  }

  private Failure failure(RecordedSource source, String reason, byte[] content) {
    Complaint complaint = new Complaint(Boundary.PARSE, reason, REMEDY);
    return Failures.ofLine(complaint, clock.instant(), source, content);
  }

  /** The simulations of one result file. */
  private final class Simulations implements ResultListener {
    private final Path file;
    private final Taker taker;
    private final Consumer<Failure> failures;
    private long number;

    Simulations(Path file, Taker taker, Consumer<Failure> failures) {
      this.file = file;
      this.taker = taker;
      this.failures = failures;
    }

    private RecordedSource source(String id) {
      return new RecordedSource(file.toString(), ++number, ordinal++, id, 0L);
    }

    @Override
    public void simulation(String place, ResultHeader header, Simulation simulation) {
      RecordedSource source = source(simulation.id());
      String problem = simulation.unverifiable();
      TauTask task = header.task(simulation.task());
      if (problem != null || task == null) {
        fail(source, place + ": " + (problem == null ? "its task is not in the file" : problem));
        return;
      }
      List<Step> steps = simulation.conversation().steps();
      int history = task.initialState().history().size();
      if (steps.size() < history) {
        fail(source, place + ": lacks the task's message history");
        return;
      }
      EndedConversation conversation =
          new EndedConversation(
              new ArrayList<>(steps.subList(history, steps.size())),
              simulation.conversation().termination(),
              header.solo());
      taker.take(
          source,
          task,
          new RecordedConversation(
              simulation.id(), header.domain(), simulation.task(), conversation));
    }

    @Override
    public void note(String line) {
      // A remark about a simulation that is used: replay shows it.
    }

    @Override
    public void rejected(String line) {
      fail(source(""), line);
    }

    @Override
    public void refused(String line) {
      throw new UserError(line);
    }

    private void fail(RecordedSource source, @Nullable String reason) {
      byte[] said = String.valueOf(reason).getBytes(StandardCharsets.UTF_8);
      failures.accept(failure(source, String.valueOf(reason), said));
    }
  }
}
