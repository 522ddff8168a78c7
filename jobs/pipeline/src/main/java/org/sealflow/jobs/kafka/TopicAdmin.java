package org.sealflow.jobs.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topic;

/** Makes the topics of the system and says how they are. */
public final class TopicAdmin implements AutoCloseable {
  /** A cluster that is busy with topics answers late. */
  private static final int PATIENCE_FACTOR = 3;

  private final Connection connection;
  private final Admin admin;

  private TopicAdmin(Connection connection, Admin admin) {
    this.connection = connection;
    this.admin = admin;
  }

  /** On the broker of a connection. */
  public static TopicAdmin of(Connection connection) {
    return new TopicAdmin(connection, connection.admin());
  }

  private Duration patience() {
    return connection.patience().multipliedBy(PATIENCE_FACTOR);
  }

  /**
   * Creates the topics that are missing and waits until their partitions take records; changes none
   * that exists.
   *
   * @return the topics that were created
   * @throws UserError if the broker refuses one
   */
  public Set<Topic> create(TopicLayout layout) {
    List<NewTopic> wanted = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      wanted.add(newTopic(topic, layout));
    }
    Map<String, KafkaFuture<Void>> answers = admin.createTopics(wanted).values();
    Set<Topic> created = EnumSet.noneOf(Topic.class);
    for (Topic topic : Topic.values()) {
      if (isNew(connection.topics().name(topic), answers)) {
        created.add(topic);
      }
    }
    awaitPresence();
    awaitLeaders();
    return created;
  }

  /**
   * Deletes the topics with all that they hold.
   *
   * @throws UserError if the broker refuses one, or one does not exist
   */
  public void delete() {
    List<String> names = names(EnumSet.allOf(Topic.class));
    BrokerCalls.answer(
        admin.deleteTopics(names).all(),
        patience(),
        "delete the topics of " + connection.topics().prefix());
  }

  private NewTopic newTopic(Topic topic, TopicLayout layout) {
    Optional<Short> replication =
        layout.replication() != null
            ? Optional.of(layout.replication().shortValue())
            : connection.embedded() ? Optional.of((short) 1) : Optional.empty();
    return new NewTopic(
            connection.topics().name(topic), Optional.of(layout.partitions(topic)), replication)
        .configs(topic.settings());
  }

  private boolean isNew(String name, Map<String, KafkaFuture<Void>> answers) {
    KafkaFuture<Void> answer = answers.get(name);
    if (answer == null) {
      throw new IllegalStateException("no answer about " + name);
    }
    try {
      BrokerCalls.answer(answer, patience(), "create topic " + name);
      return true;
    } catch (UserError e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw e;
    }
  }

  /** A broker learns of a topic a moment after its controller has answered. */
  private void awaitPresence() {
    long deadline = System.nanoTime() + patience().toNanos();
    while (descriptions().size() < Topic.values().length) {
      if (System.nanoTime() > deadline) {
        throw new UserError(
            "created topics do not appear on "
                + connection.bootstrapServers()
                + "; check that its brokers reach their controller");
      }
      Pause.millis(50);
    }
  }

  /**
   * An idempotent producer that meets a partition just before and just after its leader takes
   * office can have its second batch taken and its first one refused for ever.
   */
  private void awaitLeaders() {
    Map<TopicPartition, OffsetSpec> ends = ends(descriptions());
    BrokerCalls.answer(
        admin.listOffsets(ends).all(), patience(), "wait for the leaders of the topics");
  }

  /**
   * How each topic is on the broker, in the order of {@link Topic}.
   *
   * @param layout what the topics are compared with
   */
  public List<TopicState> states(TopicLayout layout) {
    Map<String, TopicDescription> descriptions = descriptions();
    Map<String, Config> settings = settings(descriptions.keySet());
    Map<String, Long> records = records(descriptions);
    List<TopicState> states = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      String name = connection.topics().name(topic);
      TopicDescription description = descriptions.get(name);
      Config config = settings.get(name);
      states.add(
          description == null || config == null
              ? TopicState.absent(topic, name)
              : state(topic, layout, description, config, records.getOrDefault(name, 0L)));
    }
    return List.copyOf(states);
  }

  /**
   * Makes sure that topics exist, and that the user has the rights that their use takes.
   *
   * @throws UserError if it is not so for one
   */
  public void require(TopicUse use) {
    Map<String, TopicDescription> present = descriptions();
    List<String> missing =
        names(use.all()).stream().filter(name -> !present.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new UserError(
          "no topic "
              + String.join(", ", missing)
              + " on "
              + connection.bootstrapServers()
              + "; create the topics with `sealflow topics create`, or check --topic-prefix");
    }
    List<String> refused = new ArrayList<>();
    refused.addAll(refused("read", AclOperation.READ, use.read(), present));
    refused.addAll(refused("write", AclOperation.WRITE, use.written(), present));
    if (!refused.isEmpty()) {
      throw new UserError(
          "the broker does not allow it to "
              + String.join(" and to ", refused)
              + "; give its user these rights, as k8s/kafka/users.yaml does");
    }
  }

  private List<String> names(Set<Topic> topics) {
    return topics.stream().sorted().map(connection.topics()::name).toList();
  }

  /** Missing rights of the user, in words; none if it has all, or if the broker knows no rights. */
  private List<String> refused(
      String verb, AclOperation right, Set<Topic> topics, Map<String, TopicDescription> present) {
    List<String> closed =
        names(topics).stream().filter(name -> isClosed(present.get(name), right)).toList();
    return closed.isEmpty() ? List.of() : List.of(verb + " topic " + String.join(", ", closed));
  }

  private static boolean isClosed(@Nullable TopicDescription description, AclOperation right) {
    Set<AclOperation> allowed = description == null ? null : description.authorizedOperations();
    return allowed != null && !allowed.contains(right);
  }

  private Map<String, TopicDescription> descriptions() {
    List<String> names = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      names.add(connection.topics().name(topic));
    }
    return BrokerTopics.describe(admin, names, patience());
  }

  private Map<String, Config> settings(Set<String> names) {
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    return BrokerCalls.answer(
            admin.describeConfigs(resources).all(), patience(), "read the topics' settings")
        .entrySet()
        .stream()
        .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
  }

  private Map<String, Long> records(Map<String, TopicDescription> descriptions) {
    Map<TopicPartition, OffsetSpec> ends = ends(descriptions);
    Map<TopicPartition, OffsetSpec> beginnings = new HashMap<>();
    ends.keySet().forEach(partition -> beginnings.put(partition, OffsetSpec.earliest()));
    Map<String, Long> records = new HashMap<>();
    offsets(ends).forEach((partition, at) -> records.merge(partition.topic(), at, Long::sum));
    offsets(beginnings)
        .forEach((partition, at) -> records.merge(partition.topic(), -at, Long::sum));
    return records;
  }

  private static Map<TopicPartition, OffsetSpec> ends(Map<String, TopicDescription> descriptions) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    descriptions.forEach(
        (name, description) ->
            description
                .partitions()
                .forEach(
                    partition ->
                        ends.put(
                            new TopicPartition(name, partition.partition()), OffsetSpec.latest())));
    return ends;
  }

  private Map<TopicPartition, Long> offsets(Map<TopicPartition, OffsetSpec> wanted) {
    Map<TopicPartition, ListOffsetsResultInfo> found =
        BrokerCalls.answer(
            admin.listOffsets(wanted).all(), patience(), "read where the topics begin and end");
    return found.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private static TopicState state(
      Topic topic, TopicLayout layout, TopicDescription description, Config config, long records) {
    int partitions = description.partitions().size();
    String cleanup = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    int largest = Integer.parseInt(config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value());
    List<String> differences = new ArrayList<>();
    differences.addAll(settingDifferences(topic, cleanup, largest));
    differences.addAll(partitionDifferences(layout.requiredPartitions(topic), partitions));
    return new TopicState(
        topic,
        description.name(),
        true,
        partitions,
        description.partitions().get(0).replicas().size(),
        cleanup,
        largest,
        records,
        differences);
  }

  private static List<String> settingDifferences(Topic topic, String cleanup, int largest) {
    List<String> differences = new ArrayList<>();
    String expected = topic.cleanup().value();
    if (!cleanup.equals(expected)) {
      differences.add(difference(TopicConfig.CLEANUP_POLICY_CONFIG, cleanup, expected));
    }
    if (largest < topic.largestMessageBytes()) {
      differences.add(
          difference(
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
              String.valueOf(largest),
              String.valueOf(topic.largestMessageBytes())));
    }
    return differences;
  }

  private static List<String> partitionDifferences(OptionalInt required, int partitions) {
    return required.isEmpty() || required.getAsInt() == partitions
        ? List.of()
        : List.of(
            "has "
                + partitions
                + " partitions, expected "
                + required.getAsInt()
                + "; delete it and create it again where its records may go");
  }

  private static String difference(String setting, String found, String expected) {
    return setting
        + " is "
        + found
        + ", expected "
        + expected
        + "; set it with kafka-configs.sh --alter --add-config "
        + setting
        + "="
        + expected;
  }

  /** Ends the conversation. */
  @Override
  public void close() {
    admin.close();
  }
}
