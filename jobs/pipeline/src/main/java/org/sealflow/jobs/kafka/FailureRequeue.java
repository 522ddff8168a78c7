package org.sealflow.jobs.kafka;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Sends the input of failures again to the topics it came from: of an episode that verification
 * gave up the whole attempt, as the next one, for its events under the old number would be late.
 * Each failure is dealt with once: input that fails again makes a failure of its own, with a higher
 * count. One that lacks what may still come, events or its topic, is considered again by the next
 * run. A run that breaks off sends everything again next time.
 */
public final class FailureRequeue {
  /** Why a failure's input is not sent again, for people. */
  public enum LeftOut {
    /** An earlier requeue has sent it, or left it out for good. */
    CONSIDERED_BEFORE("dealt with by an earlier requeue"),
    /** It was sent again as often as may be. */
    SENT_TOO_OFTEN("already sent again " + Failures.MOST_REQUEUES + " times"),
    /** It is a line of a file. */
    FROM_A_FILE("from files: mend the files and publish them again"),
    /** Only its beginning is kept. */
    TOO_LARGE("too large for a message, only its beginning was kept"),
    /** It arose inside a job, of an episode that is counted. */
    INSIDE_A_JOB("from inside a job: their episodes are counted already; report them"),
    /** Its episode is diagnosed, and another attempt at it would be late. */
    DIAGNOSED("of the learner: their episodes are diagnosed already; play them again as new ones"),
    /** Of its attempt an event is missing in the topic. */
    INCOMPLETE("of attempts that lack events in their topic: publish those first"),
    /** A later attempt at its episode is there. */
    SUPERSEDED("of episodes that have a later attempt already"),
    /** Its topic does not exist any more. */
    NO_TOPIC("from topics that no longer exist"),
    /** The failure itself cannot be read. */
    UNREADABLE("unreadable failure records");

    private final String reason;

    LeftOut(String reason) {
      this.reason = reason;
    }

    /** The reason, to follow a number. */
    public String reason() {
      return reason;
    }

    /** Whether the next requeue considers the failure again, for what it lacks may have come. */
    boolean isForNow() {
      return this == INCOMPLETE || this == NO_TOPIC;
    }
  }

  /**
   * The counts of a requeue.
   *
   * @param sent topic's full name to the number of records sent to it
   * @param leftOut reason to number; failures of other boundaries are not counted
   */
  public record Outcome(Map<String, Integer> sent, Map<LeftOut, Integer> leftOut) {
    /** Keeps the counts, in the order of topics and reasons. */
    public Outcome {
      sent = Collections.unmodifiableMap(new TreeMap<>(sent));
      Map<LeftOut, Integer> ordered = new EnumMap<>(LeftOut.class);
      ordered.putAll(leftOut);
      leftOut = Collections.unmodifiableMap(ordered);
    }
  }

  private final Connection connection;
  private final Set<Boundary> boundaries;
  private final Codec<Failure> codec = Codec.of(Failure.class);
  private final Codec<TrajectoryEvent> events = Codec.of(TrajectoryEvent.class);
  private final FailedAttempts attempts = new FailedAttempts();
  private final Map<String, Boolean> topics = new HashMap<>();
  private final Map<String, Integer> sent = new HashMap<>();
  private final Map<LeftOut, Integer> leftOut = new EnumMap<>(LeftOut.class);

  private FailureRequeue(Connection connection, Set<Boundary> boundaries) {
    this.connection = connection;
    this.boundaries = EnumSet.copyOf(boundaries);
  }

  /**
   * Sends again the input of the failures there are.
   *
   * @param boundaries the boundaries meant, at least one
   * @throws UserError if the broker fails
   */
  public static Outcome run(Connection connection, Set<Boundary> boundaries) {
    FailureRequeue requeue = new FailureRequeue(connection, boundaries);
    requeue.run();
    return new Outcome(requeue.sent, requeue.leftOut);
  }

  private void run() {
    RequeueProgress progress = RequeueProgress.load(connection, boundaries);
    try (TopicReader reader =
            TopicReader.open(connection, Topic.FAILURES, StartPosition.earliest());
        Admin admin = connection.admin();
        Publisher publisher = Publisher.open(connection)) {
      reader.readToEnd(
          record -> {
            consider(record, progress, publisher, admin);
            return true;
          });
      sendAttempts(progress, publisher);
      publisher.flush();
      progress.save(reader.ends());
    }
  }

  private void consider(
      ConsumerRecord<byte[], byte[]> record,
      RequeueProgress progress,
      Publisher publisher,
      Admin admin) {
    Failure failure = decode(record.value());
    if (failure == null) {
      leftOut.merge(LeftOut.UNREADABLE, 1, Integer::sum);
      return;
    }
    if (!boundaries.contains(failure.getBoundary())) {
      return;
    }
    RecordPosition position =
        new RecordPosition(record.topic(), record.partition(), record.offset());
    LeftOut reason =
        progress.isDone(failure.getBoundary(), position)
            ? LeftOut.CONSIDERED_BEFORE
            : obstacle(failure, admin);
    if (reason != null) {
      leaveOut(reason, failure.getBoundary(), List.of(position), progress);
      return;
    }
    TrajectoryEvent event = failure.getBoundary() == Boundary.VERIFY ? event(failure) : null;
    if (event != null) {
      attempts.want(event, failure.getRequeues() + 1, position);
    } else {
      publisher.again(failure);
      sent.merge(String.valueOf(failure.getSourceTopic()), 1, Integer::sum);
    }
  }

  private void leaveOut(
      LeftOut reason, Boundary boundary, List<RecordPosition> failures, RequeueProgress progress) {
    leftOut.merge(reason, 1, Integer::sum);
    if (reason.isForNow()) {
      failures.forEach(failure -> progress.leaveOpen(boundary, failure));
    }
  }

  private @Nullable TrajectoryEvent event(Failure failure) {
    byte[] original = new byte[failure.getOriginal().remaining()];
    failure.getOriginal().duplicate().get(original);
    try {
      return events.decode(original);
    } catch (UndecodableRecordException otherwise) {
      return null;
    }
  }

  private void sendAttempts(RequeueProgress progress, Publisher publisher) {
    if (attempts.isEmpty()) {
      return;
    }
    try (TopicReader reader =
        TopicReader.open(connection, Topic.TRAJECTORIES, StartPosition.earliest())) {
      reader.readToEnd(
          record -> {
            attempts.take(record.value());
            return true;
          });
    }
    for (FailedAttempts.Answer answer : attempts.answers()) {
      LeftOut reason = answer.obstacle();
      if (reason != null) {
        leaveOut(reason, Boundary.VERIFY, answer.failures(), progress);
        continue;
      }
      answer.events().forEach(event -> publisher.again(event, answer.requeues()));
      sent.merge(
          connection.topics().name(Topic.TRAJECTORIES), answer.events().size(), Integer::sum);
    }
  }

  private @Nullable Failure decode(byte @Nullable [] value) {
    try {
      return value == null ? null : codec.decode(value);
    } catch (UndecodableRecordException e) {
      return null;
    }
  }

  private @Nullable LeftOut obstacle(Failure failure, Admin admin) {
    LeftOut counted =
        switch (failure.getBoundary()) {
          case PARSE, VERIFY -> null;
          case LEARN -> LeftOut.DIAGNOSED;
          case DIAGNOSE, PROFILE, EVOLVE, ROLLOUT, PUBLISH -> LeftOut.INSIDE_A_JOB;
        };
    if (counted != null) {
      return counted;
    }
    String topic = failure.getSourceTopic();
    if (topic == null) {
      return LeftOut.FROM_A_FILE;
    }
    if (failure.getOriginal().remaining() != failure.getOriginalLength()) {
      return LeftOut.TOO_LARGE;
    }
    if (!Failures.isRequeueable(failure)) {
      return LeftOut.SENT_TOO_OFTEN;
    }
    return topics.computeIfAbsent(topic, name -> exists(name, admin)) ? null : LeftOut.NO_TOPIC;
  }

  private boolean exists(String topic, Admin admin) {
    return !BrokerTopics.describe(admin, Set.of(topic), connection.patience()).isEmpty();
  }
}
