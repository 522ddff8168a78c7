package org.sealflow.jobs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.kafka.TopicState;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.jobs.settings.Transactions;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topics;
import org.sealflow.settings.TimeSpans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the topics and transactions of a job before it starts: a running job that lacks a topic,
 * or whose transactions the broker refuses, fails again and again.
 */
public final class JobTopics {
  private static final Logger LOG = LoggerFactory.getLogger(JobTopics.class);

  /** Times ten seconds. */
  private static final int STARTS = 60;

  private JobTopics() {}

  /**
   * Makes sure that the topics are there, are set as they must be, and take the learner's
   * transactions, if there is a learner.
   *
   * @throws UserError if something is not so, naming all of it and what to do
   */
  public static void require(JobSettings settings, TopicUse topics) {
    try (Connection connection = connection(settings)) {
      require(connection, settings, topics);
    }
  }

  /**
   * The same in the start of a job on a cluster. Its JobManager may start while the broker is away,
   * and a job that ends for that stays down: it waits for an answer, ten minutes at most.
   *
   * @throws UserError if something is not so, or no broker answers
   */
  static void requireInJob(JobSettings settings, TopicUse topics) {
    try (Connection connection = awaited(() -> connection(settings), STARTS)) {
      require(connection, settings, topics);
    }
  }

  /**
   * Opens something, again as long as no broker answers, which takes ten seconds each time.
   *
   * @param attempts how often, at least 1
   */
  static <T> T awaited(Supplier<T> opening, int attempts) {
    for (int attempt = 1; ; attempt++) {
      try {
        return opening.get();
      } catch (UserError away) {
        if (attempt >= attempts || !(away.getCause() instanceof TimeoutException)) {
          throw away;
        }
        LOG.warn("the job waits for its broker: {}", away.getMessage());
      }
    }
  }

  private static Connection connection(JobSettings settings) {
    return connection(
        settings.kafka().bootstrapServers(),
        settings.kafka().topicPrefix(),
        settings.kafka().properties());
  }

  /** Connects to the broker of a job. */
  static Connection connection(
      String bootstrapServers, String topicPrefix, Map<String, String> kafkaProperties) {
    ConnectionSettings how =
        new ConnectionSettings(
            bootstrapServers, Path.of("."), new Topics(topicPrefix), kafkaProperties);
    return Connection.open(how, false);
  }

  /** Publishes the tasks that a job is to play. */
  static void publish(JobSettings settings, List<TaskRecord> tasks) {
    try (Connection connection = connection(settings);
        Publisher publisher = Publisher.open(connection)) {
      tasks.forEach(publisher::task);
      publisher.flush();
    }
  }

  /** The same with a connection that is open. */
  public static void require(Connection connection, JobSettings settings, TopicUse topics) {
    List<String> problems = new ArrayList<>();
    try (TopicAdmin admin = TopicAdmin.of(connection)) {
      admin.require(topics);
      for (TopicState state : admin.states(TopicLayout.standard())) {
        if (topics.all().contains(state.topic())) {
          state.differences().forEach(each -> problems.add("topic " + state.name() + " " + each));
        }
      }
    }
    LearningSettings learning = settings.learning();
    if (learning != null) {
      problems.addAll(transactions(connection, settings, learning));
    }
    if (!problems.isEmpty()) {
      throw new UserError(String.join("; ", problems));
    }
  }

  private static List<String> transactions(
      Connection connection, JobSettings settings, LearningSettings learning) {
    Transactions times =
        new Transactions(
            learning.transactionTimeout(),
            settings.execution().checkpointInterval(),
            Duration.ZERO);
    return times.problems(connection.longestTransaction()).stream()
        .map(
            problem ->
                "--transaction-timeout is "
                    + TimeSpans.text(learning.transactionTimeout())
                    + ": "
                    + problem)
        .toList();
  }
}
