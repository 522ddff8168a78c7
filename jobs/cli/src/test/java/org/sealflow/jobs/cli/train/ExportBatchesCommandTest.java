package org.sealflow.jobs.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;

class ExportBatchesCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final String MODEL = Path.of("../../data/nano").toString();

  @TempDir Path directory;

  /** An episode of one answer; the second sample of a group passes. */
  private static TrainingSample sample(String run, long batch, int index) {
    boolean passed = index == 1;
    return TrainingSample.newBuilder()
        .setRunId(run)
        .setPolicyName("policy")
        .setBatchNumber(batch)
        .setGroupId(run + "/b" + batch)
        .setSampleIndex(index)
        .setEpisodeId(run + "/b" + batch + "/s" + index)
        .setAttempt(0)
        .setTaskId("task")
        .setCategory("base")
        .setBranch(false)
        .setVerdict(passed ? Verdict.PASSED : Verdict.POLICY_FAILED)
        .setTags(List.of(passed ? Tag.PASS : Tag.STATE_MISMATCH))
        .setJudgements(List.of(passed ? TurnJudgement.RIGHT : TurnJudgement.WRONG))
        .setRootCauseTurn(passed ? null : 0)
        .setPolicyVersions(List.of(batch))
        .setTemperature(1)
        .setReward(passed ? 1 : 0)
        .setAdvantage(passed ? 1 : -1)
        .setWeight(1)
        .setTokens(List.of(5, 6, 7 + index))
        .setSampled(List.of(false, false, true))
        .setTurns(List.of(-1, -1, 0))
        .setLogProbs(List.of(0f, 0f, -0.5f))
        .setAdvantages(List.of(0f, 0f, passed ? 1f : -1f))
        .setLossWeights(Map.of("rl", 1.0))
        .build();
  }

  private static String topicsWith(TrainingSample... samples) {
    String prefix = BROKER.newTopics();
    Codec<TrainingSample> codec = Codec.of(TrainingSample.class);
    try (Connection connection = BROKER.connection(prefix)) {
      for (TrainingSample sample : samples) {
        TestingRecords.send(
            connection, Topic.TRAINING_BATCHES, sample.getRunId(), codec.encode(sample));
      }
    }
    return prefix;
  }

  private TestingCommandLine export(String prefix, String run, String format, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "export",
                "batches",
                "--run",
                run,
                "--format",
                format,
                "--bootstrap-servers",
                BROKER.bootstrapServers(),
                "--topic-prefix",
                prefix));
    all.addAll(List.of(more));
    return TestingCommandLine.run(all.toArray(String[]::new));
  }

  private List<JsonNode> lines(String file) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve(file))) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private String[] target() {
    return new String[] {"--model", MODEL, "--output", directory.toString()};
  }

  @Test
  void everyFormatHasTheBatchesOfItsRunAlone() throws Exception {
    String prefix =
        topicsWith(sample("a", 0, 0), sample("a", 0, 1), sample("b", 0, 0), sample("a", 1, 1));

    assertThat(export(prefix, "a", "tinker", target()).exitCode()).isZero();
    assertThat(export(prefix, "a", "verifiers", target()).exitCode()).isZero();
    TestingCommandLine trl = export(prefix, "a", "trl", target());

    assertThat(trl.exitCode()).as(trl.err()).isZero();
    assertThat(trl.lines().get(trl.lines().size() - 1)).isEqualTo("2 batches, 3 episodes");
    assertThat(lines("datums.jsonl")).hasSize(3);
    assertThat(lines("traces.jsonl")).hasSize(3);
    assertThat(lines("tokenised.jsonl")).hasSize(2);
    assertThat(lines("preference.jsonl")).hasSize(1);
    try (var files = Files.list(directory)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
    }
  }

  @Test
  void theTracesAreReadByTheReviewOfLogs() throws Exception {
    String prefix = topicsWith(sample("a", 0, 0), sample("a", 0, 1));
    assertThat(export(prefix, "a", "verifiers", target()).exitCode()).isZero();

    TestingCommandLine replay =
        TestingCommandLine.run("replay", directory.resolve("traces.jsonl").toString());

    assertThat(replay.exitCode()).as(replay.err()).isZero();
    assertThat(replay.out()).contains("trajectories: 2 ", "rewards: 2, mean 0.500");
  }

  @Test
  void laterBatchesCanBeWantedAlone() throws Exception {
    String prefix = topicsWith(sample("a", 0, 1), sample("a", 1, 1), sample("a", 2, 1));
    String[] words = target();
    TestingCommandLine line =
        export(prefix, "a", "tinker", words[0], words[1], words[2], words[3], "--from-batch", "1");

    assertThat(line.exitCode()).as(line.err()).isZero();
    assertThat(lines("datums.jsonl")).hasSize(2);
  }

  @Test
  void episodesWithoutLogProbabilitiesAreCounted() throws Exception {
    TrainingSample unscored = sample("a", 0, 0);
    unscored.setLogProbs(null);
    TestingCommandLine line =
        export(topicsWith(unscored, sample("a", 0, 1)), "a", "tinker", target());

    assertThat(line.out()).contains("left out: 1 episode whose engine gave no log-probabilities");
    assertThat(lines("datums.jsonl")).hasSize(1);
  }

  @Test
  void aRunWithoutBatchesIsOneLineAndLeavesNoFile() throws Exception {
    TestingCommandLine line = export(topicsWith(), "a", "trl", target());

    assertThat(line.exitCode()).isEqualTo(1);
    assertThat(line.err().lines())
        .singleElement()
        .asString()
        .contains("run a has no settled batch on ", "train with run.trainingBatches=copy");
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void whatIsMissingBesideARunsNameIsSaid() {
    assertThat(export("x.", "a", "trl").err()).contains("give --output DIR");
    assertThat(export("x.", "a", "trl", "--output", directory.toString()).err())
        .contains("give --model DIR");
    assertThat(export("x.", "a", "trl", "--from-batch", "-1").err())
        .contains("--from-batch is -1, expected 0 or more");
  }
}
