package org.sealflow.jobs.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.sealflow.jobs.settings.UserError;

/** Asks a broker about topics; a missing topic is not an error. */
final class BrokerTopics {
  private BrokerTopics() {}

  /** Those of the topics that exist, by name, with what the user may do. */
  static Map<String, TopicDescription> describe(
      Admin admin, Collection<String> names, Duration patience) {
    Map<String, TopicDescription> found = new HashMap<>();
    admin
        .describeTopics(names, new DescribeTopicsOptions().includeAuthorizedOperations(true))
        .topicNameValues()
        .forEach(
            (name, pending) -> {
              try {
                found.put(name, BrokerCalls.answer(pending, patience, "describe topic " + name));
              } catch (UserError e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof InvalidTopicException)) {
                  throw e;
                }
              }
            });
    return found;
  }
}
