package org.sealflow.jobs.cli.replay.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.files.EventFileReader;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.TrajectoryParser;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;

/** Recorded trajectories of files, read one after the other as they are asked for. */
public final class RecordedFiles implements RecordedEvents, Iterator<TrajectoryEvent> {
  private final Deque<Path> files;
  private final TaskFolder tasks;
  private final ReadSettings settings;
  private final TrajectoryParser parser;
  private final Clock clock;
  private final Consumer<Failure> turnedAway;
  private final Deque<TrajectoryEvent> ready = new ArrayDeque<>();
  private @Nullable LineReader lines;
  private @Nullable EventFileReader events;
  private long ordinal;

  private RecordedFiles(
      List<Path> files,
      TaskFolder tasks,
      ReadSettings settings,
      Clock clock,
      Consumer<Failure> turnedAway) {
    this.files = new ArrayDeque<>(files);
    this.tasks = tasks;
    this.settings = settings;
    this.parser = new TrajectoryParser(settings, tasks);
    this.clock = clock;
    this.turnedAway = turnedAway;
  }

  public static RecordedFiles open(
      List<Path> files,
      Path taskDirectory,
      ReadSettings settings,
      Clock clock,
      Consumer<Failure> turnedAway) {
    InputFiles.require(files);
    try {
      TaskFolder tasks = Environments.read(taskDirectory);
      return new RecordedFiles(files, tasks, settings, clock, turnedAway);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(Causes.oneLine(unreadable.getMessage()), unreadable);
    }
  }

  @Override
  public List<TaskRecord> tasks() {
    return tasks.records();
  }

  /** Ids of the tasks whose users are simulated: the tasks leave their words open. */
  Set<String> tasksWithUser() {
    return tasks.tasks().stream()
        .filter(TaskOutline::hasUser)
        .map(TaskOutline::id)
        .collect(Collectors.toSet());
  }

  @Override
  public void each(Consumer<TrajectoryEvent> taker) {
    forEachRemaining(taker);
  }

  @Override
  public boolean hasNext() {
    try {
      while (ready.isEmpty() && (readOn() || openNext())) {
        // What was read is ready, or there is more to read.
      }
    } catch (IOException unreadable) {
      throw new UserError("reading failed: " + Causes.innermost(unreadable), unreadable);
    }
    return !ready.isEmpty();
  }

  /** Reads one record of the open file; false at its end. */
  private boolean readOn() throws IOException {
    if (lines != null) {
      InputLine line = lines.next();
      if (line != null) {
        ordinal = line.ordinal() + 1;
        ready.addAll(parser.parse(line, clock.instant(), turnedAway));
        return true;
      }
      lines.close();
      lines = null;
    }
    if (events != null) {
      ReceivedEvent event = events.next();
      if (event != null) {
        ready.add(event.event());
        return true;
      }
      ordinal = events.nextOrdinal();
      events.close();
      events = null;
    }
    return false;
  }

  private boolean openNext() throws IOException {
    Path file = files.poll();
    if (file == null) {
      return false;
    }
    if (settings.format() == RecordedFormat.SEALFLOW) {
      events = new EventFileReader(file, ordinal);
    } else {
      lines = new LineReader(file, ordinal);
    }
    return true;
  }

  @Override
  public TrajectoryEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the files have been read");
    }
    return ready.remove();
  }

  @Override
  public void close() {
    try {
      if (lines != null) {
        lines.close();
      }
      if (events != null) {
        events.close();
      }
    } catch (IOException notClosed) {
      throw new UserError("closing a file failed: " + Causes.innermost(notClosed), notClosed);
    }
  }
}
