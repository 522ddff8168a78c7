package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.jobs.settings.RolloutArguments;
import org.sealflow.jobs.settings.Transactions;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;

/** The jobs take the arguments of the manifests, and brokers let them do what they do. */
class ManifestArgumentsTest {
  private static final Path TASKS = Path.of("..", "..", "data", "tasks");

  /** Of each job, made once: a graph takes long to make. */
  private static final Map<Manifests.FlinkJob, Set<String>> OPERATORS = new HashMap<>();

  @TempDir private Path directory;

  /** Files that a pod mounts, or the image holds, are elsewhere on this machine. */
  private List<String> arguments(Manifests.FlinkJob job) {
    List<String> arguments = new ArrayList<>();
    job.spec()
        .at("/job/args")
        .forEach(
            argument -> {
              assertThat(argument.isTextual()).as(job + " " + argument).isTrue();
              arguments.add(argument.asText());
            });
    int config = arguments.indexOf("--kafka-config");
    arguments.set(config + 1, mounted(job, arguments.get(config + 1)).toString());
    int tasks = arguments.indexOf("--tasks");
    if (tasks >= 0) {
      arguments.set(tasks + 1, TASKS.toString());
    }
    return arguments;
  }

  /** Writes the file of a config map that a pod finds under a path. */
  private Path mounted(Manifests.FlinkJob job, String path) {
    String folder = path.substring(0, path.lastIndexOf('/'));
    String name = path.substring(folder.length() + 1);
    JsonNode template = job.spec().at("/podTemplate/spec");
    String volume = named(template.at("/containers/0/volumeMounts"), "mountPath", folder, "/name");
    String map = named(template.path("volumes"), "name", volume, "/configMap/name");
    String content =
        Manifests.ofKind("ConfigMap").stream()
            .filter(each -> each.name().equals(map))
            .map(each -> each.content().path("data").path(name).asText())
            .findFirst()
            .orElse("");
    assertThat(content).as(job + " " + path).isNotEmpty();
    try {
      return Files.writeString(directory.resolve(name), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String named(JsonNode list, String key, String value, String wanted) {
    for (JsonNode each : list) {
      if (each.path(key).asText().equals(value)) {
        return each.at(wanted).asText();
      }
    }
    throw new AssertionError("nothing with " + key + " " + value + " in " + list);
  }

  private JobSettings settings(Manifests.FlinkJob job) {
    String[] arguments = arguments(job).toArray(String[]::new);
    return job.playsRollouts()
        ? RolloutArguments.parse(arguments).settings()
        : JobSettings.parse(arguments);
  }

  private String run(Manifests.FlinkJob job) {
    String[] arguments = arguments(job).toArray(String[]::new);
    return RolloutArguments.parse(arguments).plan().runId();
  }

  private LearningSettings learning(String job) {
    LearningSettings learning = settings(Manifests.job(job)).learning();
    assertThat(learning).isNotNull();
    return learning;
  }

  @Test
  void everyJobTakesItsArguments() {
    for (Manifests.FlinkJob job : Manifests.jobs()) {
      JobSettings settings = settings(job);
      assertThat(settings.kafka().bootstrapServers()).isEqualTo("sealflow-kafka-bootstrap:9093");
      assertThat(settings.kafka().properties())
          .containsEntry("security.protocol", "SASL_SSL")
          .containsEntry(
              "sasl.jaas.config", "${directory:/opt/sealflow/kafka-user:sasl.jaas.config}");
    }
  }

  @Test
  void rolloutsPlayTheRunsThatLearnersTrain() {
    Map<String, String> pairs =
        Map.of(
            "sealflow-rollout", "sealflow-learner",
            "sealflow-rollout-vllm", "sealflow-learner-gpu");
    pairs.forEach(
        (playing, training) -> {
          Manifests.FlinkJob rollouts = Manifests.job(playing);
          RolloutArguments.Parsed played =
              RolloutArguments.parse(arguments(rollouts).toArray(String[]::new));
          LearningSettings learning = learning(training);
          assertThat(played.plan().runId()).isEqualTo(learning.learn().runId());
          assertThat(played.rules().policyName()).isEqualTo(learning.learn().policyName());
          assertThat(played.plan().shape().groups())
              .isEqualTo(learning.learn().learner().batch().plannedGroups());
          assertThat(played.plan().shape().groupSize())
              .isEqualTo(learning.learn().learner().batch().groupSize());
        });
  }

  @Test
  void whatServersReadIsWhereTheLearnerWrites() {
    assertThat(learning("sealflow-learner-gpu").learn().weightsDirectory())
        .isEqualTo("file:///weights");
    Manifests.Manifest servers =
        Manifests.ofKind("StatefulSet").stream()
            .filter(each -> each.name().equals("sealflow-vllm"))
            .findFirst()
            .orElseThrow();
    JsonNode mounts = servers.spec().at("/template/spec/containers/0/volumeMounts");
    assertThat(named(mounts, "mountPath", "/weights", "/name")).isEqualTo("weights");
    int replicas = servers.spec().path("replicas").asInt();
    assertThat(Manifests.job("sealflow-rollout-vllm").arguments())
        .filteredOn(argument -> argument.startsWith("http://"))
        .hasSize(replicas)
        .allMatch(url -> url.matches("http://sealflow-vllm-\\d\\.sealflow-vllm:8000/v1"));
  }

  /** Names of the operators of the job's graph. */
  private Set<String> operators(Manifests.FlinkJob job) {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(
            CoEvolutionJob.configuration(settings(job)));
    if (job.playsRollouts()) {
      RolloutArguments.Parsed parsed =
          RolloutArguments.parse(arguments(job).toArray(String[]::new));
      RolloutJob.attach(
          environment,
          parsed.settings(),
          parsed.plan(),
          parsed.rules(),
          parsed.policies(),
          Clock.systemUTC());
    } else {
      CoEvolutionJob.attach(environment, settings(job));
    }
    Set<String> names = new TreeSet<>();
    for (StreamNode node : environment.getStreamGraph().getStreamNodes()) {
      names.add(String.valueOf(node.getOperatorName()));
    }
    return names;
  }

  private Set<Topic> topics(Manifests.FlinkJob job, String before, String after) {
    Set<String> names = OPERATORS.computeIfAbsent(job, this::operators);
    Set<Topic> found = new TreeSet<>();
    for (Topic topic : Topic.values()) {
      if (names.contains(before + topic.baseName() + after)) {
        found.add(topic);
      }
    }
    assertThat(found).as(job + " " + names).isNotEmpty();
    return found;
  }

  private static JsonNode user(Manifests.FlinkJob job) {
    String secret =
        named(
            job.spec().at("/podTemplate/spec/volumes"), "name", "kafka-user", "/secret/secretName");
    return Manifests.ofKind("KafkaUser").stream()
        .filter(each -> each.name().equals(secret))
        .map(each -> each.spec().at("/authorization/acls"))
        .findFirst()
        .orElseThrow();
  }

  private static boolean may(JsonNode rules, String type, String name, String operation) {
    for (JsonNode rule : rules) {
      JsonNode resource = rule.path("resource");
      String given = resource.path("name").asText();
      boolean fits =
          resource.path("patternType").asText("literal").equals("prefix")
              ? name.startsWith(given)
              : name.equals(given);
      if (resource.path("type").asText().equals(type) && fits) {
        for (JsonNode each : rule.path("operations")) {
          if (each.asText().equals(operation)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Test
  void usersMayDoWhatTheirJobsDo() {
    for (Manifests.FlinkJob job : Manifests.jobs()) {
      JsonNode rules = user(job);
      for (Topic topic : Topic.values()) {
        String name = Topics.standard().name(topic);
        assertThat(may(rules, "topic", name, "Describe")).as(job + " " + name).isTrue();
        assertThat(may(rules, "topic", name, "DescribeConfigs")).as(job + " " + name).isTrue();
      }
      for (Topic read : topics(job, "Source: ", "")) {
        assertThat(may(rules, "topic", Topics.standard().name(read), "Read"))
            .as(job + " reads " + read)
            .isTrue();
      }
      for (Topic written : topics(job, "", ": Writer")) {
        assertThat(may(rules, "topic", Topics.standard().name(written), "Write"))
            .as(job + " writes " + written)
            .isTrue();
      }
      String group =
          job.playsRollouts() ? RolloutJob.name(run(job)) : CoEvolutionJob.name(settings(job));
      assertThat(may(rules, "group", group, "Read")).as(job + " in " + group).isTrue();
    }
  }

  @Test
  void aJobIsRefusedAtItsStartForTheTopicsOfItsGraph() {
    for (Manifests.FlinkJob job : Manifests.jobs()) {
      TopicUse checked =
          job.playsRollouts() ? RolloutJob.TOPICS : CoEvolutionJob.topics(settings(job));
      TopicUse used = new TopicUse(topics(job, "Source: ", ""), topics(job, "", ": Writer"));
      assertThat(checked.read()).as(job.toString()).containsAll(used.read());
      assertThat(checked.written()).as(job.toString()).containsAll(used.written());
      assertThat(checked.all()).as(job.toString()).isEqualTo(used.all());
      for (Topic read : checked.read()) {
        assertThat(may(user(job), "topic", Topics.standard().name(read), "Read")).isTrue();
      }
    }
  }

  /** A writer that starts looks among the producers of its topic for open transactions. */
  @Test
  void learnersMayUseTheirTransactions() {
    for (Manifests.FlinkJob job : Manifests.jobs()) {
      LearningSettings learning = settings(job).learning();
      if (learning == null) {
        continue;
      }
      for (Topic topic : List.of(Topic.POLICY_UPDATES, Topic.TRAINING_METRICS)) {
        String name = Topics.standard().name(topic);
        String id = KafkaEnds.transactionalIdPrefix(name, learning.learn().runId());
        assertThat(may(user(job), "transactionalId", id, "Write")).isTrue();
        assertThat(may(user(job), "transactionalId", id, "Describe")).isTrue();
        assertThat(may(user(job), "topic", name, "Read")).isTrue();
      }
      JsonNode config = Manifests.ofKind("Kafka").get(0).spec().at("/kafka/config");
      assertThat(config.path(Transactions.LONGEST_TIMEOUT).asLong())
          .isGreaterThanOrEqualTo(learning.transactionTimeout().toMillis());
    }
  }

  @Test
  void topicsAreAsTheCodeCreatesThem() {
    Map<String, Manifests.Manifest> byName = new TreeMap<>();
    Manifests.ofKind("KafkaTopic").forEach(each -> byName.put(each.name(), each));
    Set<String> names = new TreeSet<>();
    for (Topic topic : Topic.values()) {
      String name = Topics.standard().name(topic);
      names.add(name);
      Manifests.Manifest manifest = byName.get(name);
      assertThat(manifest).as(name).isNotNull();
      JsonNode spec = manifest.spec();
      assertThat(spec.path("partitions").asInt()).as(name).isEqualTo(topic.partitions());
      Map<String, String> config = new TreeMap<>();
      spec.path("config")
          .properties()
          .forEach(entry -> config.put(entry.getKey(), entry.getValue().asText()));
      assertThat(config).as(name).containsExactlyInAnyOrderEntriesOf(topic.settings());
    }
    assertThat(byName.keySet()).isEqualTo(names);
    JsonNode broker = Manifests.ofKind("Kafka").get(0).spec().at("/kafka/config");
    for (String limit : List.of("message.max.bytes", "replica.fetch.max.bytes")) {
      assertThat(broker.path(limit).asInt())
          .isGreaterThanOrEqualTo(Topic.FAILURES.largestMessageBytes());
    }
  }
}
