package org.sealflow.jobs.cli.job;

import java.util.List;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.kafka.TopicUse;

/** The topics as the rollout job finds them at the broker when it begins. */
public final class RolloutTopics {
  private RolloutTopics() {}

  /**
   * Sees to the topics, and publishes the tasks that may be played.
   *
   * @param needed the topics that must be there; an embedded broker gets all there are
   * @throws org.sealflow.jobs.settings.UserError where one is missing
   */
  public static void prepare(Connection broker, TaskFolder tasks, TopicUse needed) {
    prepare(broker, List.of(tasks), needed);
  }

  /**
   * The same for tasks of several environments.
   *
   * @throws org.sealflow.jobs.settings.UserError where a topic is missing
   */
  public static void prepare(Connection broker, List<TaskFolder> tasks, TopicUse needed) {
    try (TopicAdmin admin = TopicAdmin.of(broker)) {
      if (broker.embedded()) {
        admin.create(TopicLayout.standard());
      } else {
        admin.require(needed);
      }
    }
    try (Publisher publisher = Publisher.open(broker)) {
      tasks.forEach(folder -> folder.records().forEach(publisher::task));
      publisher.flush();
    }
  }
}
