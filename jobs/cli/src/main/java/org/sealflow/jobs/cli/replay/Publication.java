package org.sealflow.jobs.cli.replay;

import java.time.Clock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.Pace;
import org.sealflow.jobs.cli.replay.recorded.RecordedEvents;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/** Sends recorded trajectories, and counts: tasks first, then events, failures as they arise. */
final class Publication {
  private final Publisher publisher;
  private final Clock clock;
  private final @Nullable String run;
  private long tasks;
  private long episodes;
  private long events;
  private long failures;
  // Where the episode that is being sent was recorded; null where its start does not say.
  private @Nullable RecordedSource source;

  /** Nothing sent yet; {@code run} is the run of all episodes; null if their events tell. */
  Publication(Publisher publisher, Clock clock, @Nullable String run) {
    this.publisher = publisher;
    this.clock = clock;
    this.run = run;
  }

  /**
   * Sends everything and waits until the broker has it.
   *
   * @throws UserError if the broker loses something, or an event is too large to be sent and comes
   *     from no file
   */
  void send(RecordedEvents recorded, Pace pace, Progress progress) {
    for (TaskRecord task : recorded.tasks()) {
      publisher.task(task);
      tasks++;
    }
    // A job that reads an episode looks for its task, so tasks are there first.
    publisher.flush();
    recorded.each(
        event -> {
          pace.await();
          send(event);
          if (source != null) {
            progress.at(source.getFile(), source.getEndOffset());
          }
        });
    publisher.flush();
  }

  private void send(TrajectoryEvent event) {
    if (event.getKind() == EventKind.EPISODE_STARTED) {
      EpisodeStarted started = event.getEpisodeStarted();
      source = started == null ? null : started.getSource();
      episodes++;
    }
    if (publisher.event(event)) {
      events++;
    } else {
      fail(tooLarge(event));
    }
  }

  /** Sends a failure. */
  void fail(Failure failure) {
    publisher.failure(failure);
    failures++;
  }

  private Failure tooLarge(TrajectoryEvent event) {
    byte[] bytes = publisher.bytes(event);
    Complaint complaint =
        new Complaint(
            Boundary.PUBLISH,
            "event "
                + event.getSequence()
                + " of episode "
                + event.getEpisodeId()
                + " has "
                + bytes.length
                + " bytes; with its key and Kafka's overhead a message holds at most "
                + Topic.LARGEST_MESSAGE_BYTES,
            "shorten its texts, or leave the episode out");
    if (source == null) {
      throw new UserError(complaint.toString());
    }
    Failure failure = Failures.ofLine(complaint, clock.instant(), source, bytes);
    failure.setRunId(event.getRunId());
    failure.setEpisodeId(event.getEpisodeId());
    return failure;
  }

  /** The counts of the records sent, as a line for people. */
  String text(double seconds) {
    return "published "
        + Shown.count(events, "event")
        + " of "
        + Shown.count(episodes, "episode")
        + " and "
        + Shown.count(tasks, "task record")
        + String.format(Locale.ROOT, " in %.1f s", seconds)
        + (run == null ? "" : " as run " + run);
  }

  /** The counts of the records sent, as JSON. */
  String json(double seconds) {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("run", run);
          json.writeNumberField("tasks", tasks);
          json.writeNumberField("episodes", episodes);
          json.writeNumberField("events", events);
          json.writeNumberField("failures", failures);
          json.writeNumberField("seconds", seconds);
          json.writeEndObject();
        });
  }

  /** The number of inputs that could not be sent as what they are. */
  long failures() {
    return failures;
  }
}
