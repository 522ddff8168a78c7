package org.sealflow.jobs.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.sealflow.schemas.Topic;

/**
 * Finds transactions that keep the committed records of a topic from its readers for longer than a
 * writer may take.
 */
public final class OpenTransactions {
  private OpenTransactions() {}

  /**
   * A transaction that is open.
   *
   * @param topic full name of the topic
   * @param partition the partition whose readers stand still
   * @param offset the first record that they are not shown
   * @param age how long nothing was written in it
   */
  public record OpenTransaction(String topic, int partition, long offset, Duration age) {}

  /**
   * The transactions of the topics that nobody has written to for longer than a time, oldest first.
   * Topics that are not there have none.
   *
   * @throws org.sealflow.jobs.settings.UserError if the broker does not say
   */
  public static List<OpenTransaction> silentFor(
      Duration longest, Connection connection, Instant now) {
    List<String> names =
        Arrays.stream(Topic.values())
            .filter(topic -> topic.delivery() == Topic.Delivery.TRANSACTIONAL)
            .map(connection.topics()::name)
            .toList();
    List<OpenTransaction> open = new ArrayList<>();
    try (Admin admin = connection.admin()) {
      Collection<TopicDescription> topics =
          BrokerTopics.describe(admin, names, connection.patience()).values();
      List<TopicPartition> partitions =
          topics.stream()
              .flatMap(
                  topic ->
                      IntStream.range(0, topic.partitions().size())
                          .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
              .toList();
      BrokerCalls.answer(
              admin.describeProducers(partitions).all(),
              connection.patience(),
              "ask for open transactions")
          .forEach((partition, state) -> open.addAll(open(partition, state, now)));
    }
    return open.stream()
        .filter(each -> each.age().compareTo(longest) > 0)
        .sorted(Comparator.comparing(OpenTransaction::age).reversed())
        .toList();
  }

  private static List<OpenTransaction> open(
      TopicPartition partition, PartitionProducerState state, Instant now) {
    return state.activeProducers().stream()
        .filter(producer -> producer.currentTransactionStartOffset().isPresent())
        .map(
            producer ->
                new OpenTransaction(
                    partition.topic(),
                    partition.partition(),
                    producer.currentTransactionStartOffset().getAsLong(),
                    Duration.between(Instant.ofEpochMilli(producer.lastTimestamp()), now)))
        .toList();
  }
}
