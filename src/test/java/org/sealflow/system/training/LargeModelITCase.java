package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.WeightsFormat;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.RecordingProxy;
import org.sealflow.system.fixture.SmallTraining;
import org.sealflow.system.fixture.TopicRecords;

/**
 * The loop with a model of half a billion weights on a processor, which is fastest in single
 * precision: adapters are trained and loaded by two servers that speak vLLM's adapter interface,
 * which play the next batch.
 */
@Tag("large")
final class LargeModelITCase {
  private static final String PREFIX = "large.";
  private static final String SERVED = "half-billion";
  private static final String RUN = "large-1";
  private static final int BATCHES = 2;

  /** Of a batch, all of one task. */
  private static final int EPISODES = 4;

  private static final Duration LONGEST = Duration.ofMinutes(20);

  @TempDir static Path directory;
  private static Path model;
  private static final List<CommandProcess> servers = new ArrayList<>();
  private static final List<RecordingProxy> proxies = new ArrayList<>();
  private static HostedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    model = LargeModel.write(directory.resolve("model"));
    broker = HostedBroker.start(directory.resolve("broker"));
    for (int replica = 0; replica < 2; replica++) {
      CommandProcess server =
          CommandProcess.start(
              directory.resolve("server-" + replica + ".log"),
              Map.of(),
              List.of(
                  "serve",
                  "policy",
                  "--json",
                  "--port=0",
                  "--model=" + model,
                  "--name=" + SERVED,
                  "--precision=float32",
                  "--context=512",
                  "--rows=4"));
      servers.add(server);
      proxies.add(
          new RecordingProxy(
              URI.create(new ObjectMapper().readTree(server.line()).path("url").asText())));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    List<AutoCloseable> opened = new ArrayList<>(proxies);
    opened.addAll(servers);
    opened.addAll(Arrays.asList(broker));
    for (AutoCloseable each : opened) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  void aModelOfHalfABillionWeightsTrainsBehindTwoServers() throws Exception {
    List<String> words =
        new ArrayList<>(
            SmallTraining.command(
                directory.resolve("runs"),
                "large",
                BATCHES,
                "policy.model=" + model,
                "policy.precision=float32",
                "policy.adapterRank=4",
                "policy.contextLength=512",
                "policy.passTokens=512",
                "rollouts.engine=openai",
                "rollouts.baseUrl=" + proxies.get(0).url(),
                "rollouts.replicas=[" + proxies.get(1).url() + "]",
                "rollouts.servedModel=" + SERVED,
                "rollouts.maxTokens=4",
                "rollouts.answerDeadline=10m",
                "rollouts.episodeDeadline=30m",
                // Where a function is missing some turns ask for words, of which a random policy
                // knows.
                "tasks.categories.base=0",
                "tasks.categories.missParam=0",
                "tasks.categories.longContext=0",
                "learner.batch.groups=1",
                "learner.batch.plannedGroups=1",
                "learner.batch.miniBatchGroups=1",
                "learner.batch.groupSize=" + EPISODES,
                "learner.batch.maxStaleness=0"));
    words.addAll(
        List.of("--json", "--topic-prefix", PREFIX, "--bootstrap-servers", broker.address()));
    Path log = directory.resolve("train.log");
    try (Connection topics = broker.topics(PREFIX);
        CommandProcess train = CommandProcess.start(log, Map.of(), words)) {
      assertThat(train.end(LONGEST)).as(Files.readString(log)).isZero();
      JsonNode outcome = new ObjectMapper().readTree(train.line());
      assertThat(outcome.path("end").asText()).isEqualTo("COMPLETE");
      assertThat(outcome.path("ledgerBalances").asBoolean()).isTrue();

      assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
      List<TrainingStep> steps = read(topics, Topic.TRAINING_METRICS, TrainingStep.class);
      assertThat(steps).hasSize(BATCHES);
      assertThat(steps).allSatisfy(step -> assertThat(step.getApplied()).isTrue());
      assertThat(steps)
          .anySatisfy(step -> assertThat(step.getMetrics().get("gradientNorm")).isPositive());
      List<PolicyUpdate> versions = read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class);
      assertEveryServerLoadedEveryVersion(versions);
      assertEachBatchWasPlayedByTheVersionBeforeIt(
          read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class));
    }
  }

  private static void assertEveryServerLoadedEveryVersion(List<PolicyUpdate> versions) {
    assertThat(versions).extracting(PolicyUpdate::getVersion).containsExactly(0L, 1L, 2L);
    assertThat(versions)
        .extracting(PolicyUpdate::getFormat)
        .containsOnly(WeightsFormat.PEFT_ADAPTER);
    assertThat(versions.stream().map(PolicyUpdate::getWeightsDigest).distinct().count())
        .isGreaterThan(1);
    List<String> names = versions.stream().map(LargeModelITCase::name).toList();
    for (RecordingProxy proxy : proxies) {
      assertThat(texts(proxy, "/load_lora_adapter", "lora_name")).containsExactlyElementsOf(names);
      assertThat(texts(proxy, "/completions", "model"))
          .contains(names.get(0), names.get(1))
          .doesNotContain(SERVED);
      // Three conversations, each as text and as messages.
      assertThat(proxy.succeeded("/tokenize")).hasSize(6);
    }
  }

  private static String name(PolicyUpdate update) {
    String digest = Objects.requireNonNull(update.getWeightsDigest());
    return RUN + "-v" + update.getVersion() + "-" + digest.substring(0, 8);
  }

  private static List<String> texts(RecordingProxy proxy, String path, String field) {
    return proxy.succeeded(path).stream().map(call -> call.body().path(field).asText()).toList();
  }

  /** Batch numbers stand in the ids of episodes, as {@code run/b1/…}. */
  private static void assertEachBatchWasPlayedByTheVersionBeforeIt(List<TrajectoryEvent> events) {
    int answers = 0;
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      if (step != null) {
        String batch = event.getEpisodeId().replaceFirst(".*/b(\\d+)/.*", "$1");
        assertThat(Objects.requireNonNull(step.getPolicyVersion()))
            .isEqualTo(Long.parseLong(batch));
        assertThat(step.getSampledTokenIds()).isNotEmpty();
        answers++;
      }
    }
    assertThat(answers).isGreaterThanOrEqualTo(BATCHES * EPISODES);
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
