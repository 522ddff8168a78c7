package org.sealflow.jobs.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.WeightsFormat;

class PublishPolicyCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final Path MODEL = Path.of("../../data/nano");

  @TempDir static Path directory;
  private static Path adapter;

  @BeforeAll
  static void writeAdapter() {
    adapter = directory.resolve("adapter");
    try (PolicyModel model =
        PolicyModel.withNewAdapters(MODEL, ModelOptions.onCpu(64), LoraConfig.everywhere(2), 1)) {
      model.saveAdapters(adapter);
    }
  }

  /** Topics of a run whose version 0 is out, and so many of whose batches have settled. */
  private static String topics(int settled) {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix)) {
      PolicyUpdate first =
          PolicyUpdate.newBuilder()
              .setPolicyName("nano")
              .setRunId("run")
              .setVersion(0)
              .setFormat(WeightsFormat.NONE)
              .setPublishedAt(Instant.EPOCH)
              .build();
      TestingRecords.send(
          connection, Topic.POLICY_UPDATES, "nano", Codec.of(PolicyUpdate.class).encode(first));
      for (long batch = 0; batch < settled; batch++) {
        TestingRecords.send(
            connection,
            Topic.TRAINING_BATCHES,
            "run",
            Codec.of(TrainingSample.class).encode(sample(batch)));
      }
    }
    return prefix;
  }

  private static TrainingSample sample(long batch) {
    return TrainingSample.newBuilder()
        .setRunId("run")
        .setPolicyName("nano")
        .setBatchNumber(batch)
        .setGroupId("g")
        .setSampleIndex(0)
        .setEpisodeId("e")
        .setAttempt(0)
        .setTaskId("t")
        .setCategory("base")
        .setBranch(false)
        .setVerdict(Verdict.PASSED)
        .setTags(List.of())
        .setJudgements(List.of())
        .setPolicyVersions(List.of())
        .setTemperature(1)
        .setReward(1)
        .setAdvantage(0)
        .setWeight(1)
        .setTokens(List.of(1))
        .setSampled(List.of(false))
        .setTurns(List.of(-1))
        .setAdvantages(List.of(0f))
        .setLossWeights(Map.of())
        .build();
  }

  private static TestingCommandLine publish(String prefix, Path weights, String... more) {
    return publishIn("run", prefix, weights, more);
  }

  private static TestingCommandLine publishIn(
      String run, String prefix, Path weights, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "publish-policy",
                "--run",
                run,
                "--policy-name",
                "nano",
                "--model",
                MODEL.toString(),
                "--weights",
                weights.toString(),
                "--bootstrap-servers",
                BROKER.bootstrapServers(),
                "--topic-prefix",
                prefix));
    all.addAll(List.of(more));
    return TestingCommandLine.run(all.toArray(String[]::new));
  }

  private static List<PolicyUpdate> versions(String prefix) throws Exception {
    List<PolicyUpdate> versions = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.POLICY_UPDATES)) {
      versions.add(Codec.of(PolicyUpdate.class).decode(record.value()));
    }
    return versions;
  }

  private static void assertRefused(TestingCommandLine line, String... words) {
    assertThat(line.exitCode()).isEqualTo(1);
    assertThat(line.err().lines()).singleElement().asString().contains(words);
  }

  @Test
  void versionsFollowEachOtherAndNameTheirBatch() throws Exception {
    String prefix = topics(2);

    assertThat(publish(prefix, adapter).exitCode()).isZero();
    TestingCommandLine second = publish(prefix, adapter, "--version-number", "2");

    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.out()).startsWith("version 2 of nano in run run: file:");
    List<PolicyUpdate> versions = versions(prefix);
    assertThat(versions).extracting(PolicyUpdate::getVersion).containsExactly(0L, 1L, 2L);
    PolicyUpdate update = versions.get(2);
    assertThat(update.getParentVersion()).isEqualTo(1);
    assertThat(update.getBatchNumber()).isEqualTo(1);
    assertThat(update.getFormat()).isEqualTo(WeightsFormat.PEFT_ADAPTER);
    assertThat(update.getWeightsDigest()).isEqualTo(WeightsDigest.of(adapter));
    assertThat(update.getWeightsUri()).isEqualTo(adapter.toUri().toString());
  }

  @Test
  void aWholeModelOfTheSameFormIsPublishedToo() throws Exception {
    String prefix = topics(1);

    assertThat(publish(prefix, MODEL).exitCode()).isZero();
    assertThat(versions(prefix).get(1).getFormat()).isEqualTo(WeightsFormat.SAFETENSORS);
  }

  @Test
  void aVersionBeforeItsBatchIsRefused() throws Exception {
    String prefix = topics(1);

    assertThat(publish(prefix, adapter).exitCode()).isZero();
    assertRefused(
        publish(prefix, adapter),
        "version 2 comes before its batch: batch 1 of run run has not settled, the newest is 0");
    assertRefused(publish(topics(0), adapter), "has not settled; is the run trained with");
    assertThat(versions(prefix)).hasSize(2);
  }

  @Test
  void aVersionThatIsNotTheNextIsRefused() {
    assertRefused(
        publish(topics(2), adapter, "--version-number", "2"),
        "version 2 is not the next: expected 1 in run run");
    assertRefused(
        publishIn("another", topics(2), adapter),
        "run another has no version of policy nano; start it first");
  }

  @Test
  void whatIsNoUpdateOfTheModelIsRefused(@TempDir Path other) throws Exception {
    assertRefused(
        publish("x.", other), "holds neither adapter_config.json nor config.json, expected");
    Files.copy(
        adapter.resolve("adapter_model.safetensors"), other.resolve("adapter_model.safetensors"));
    String config = Files.readString(adapter.resolve("adapter_config.json"));
    Files.writeString(
        other.resolve("adapter_config.json"), config.replaceFirst("\"r\" *: *2", "\"r\": 4"));
    assertRefused(publish("x.", other), "the adapter was made for another model");
  }
}
