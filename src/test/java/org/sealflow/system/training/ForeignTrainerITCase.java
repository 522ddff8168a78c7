package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.python.Reference;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.WeightsFormat;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.SmallTraining;
import org.sealflow.system.fixture.TopicRecords;

/** The loop with a learner in a process that is none of Sealflow's. */
@Tag("long")
final class ForeignTrainerITCase {
  private static final String PREFIX = "foreign.";
  private static final int BATCHES = 3;

  @TempDir Path directory;

  @Test
  void aForeignTrainerClosesTheLoop() throws Exception {
    String model = Reference.repository().resolve("data/nano").toString();
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"));
        Connection topics = broker.topics(PREFIX)) {
      List<String> words =
          new ArrayList<>(
              SmallTraining.command(
                  directory.resolve("runs"),
                  "foreign",
                  BATCHES,
                  "run.trainingBatches=foreign",
                  "learner.batch.maxStaleness=0"));
      words.addAll(
          List.of("--json", "--topic-prefix", PREFIX, "--bootstrap-servers", broker.address()));
      Path trainerLog = directory.resolve("trainer.log");
      CompletableFuture<Console> training =
          CompletableFuture.supplyAsync(() -> Console.run(words.toArray(String[]::new)));
      try (CommandProcess trainer =
          CommandProcess.start(
              StandInTrainer.class,
              trainerLog,
              List.of(
                  broker.address(),
                  PREFIX,
                  "foreign-1",
                  "nano",
                  model,
                  directory.resolve("adapters").toString(),
                  String.valueOf(BATCHES)))) {
        assertThat(trainer.end(Await.LONGEST)).as(Files.readString(trainerLog)).isZero();
        Console train = Await.result("the training to end", training);
        assertThat(train.exitCode()).as(train.err()).isZero();
        JsonNode outcome = new ObjectMapper().readTree(train.out());
        assertThat(outcome.path("end").asText()).isEqualTo("COMPLETE");
        assertThat(outcome.path("version").asInt()).isEqualTo(BATCHES);
      }
      assertVersions(read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class));
      assertThat(read(topics, Topic.TRAINING_METRICS, TrainingStep.class))
          .hasSize(BATCHES)
          .allSatisfy(step -> assertThat(step.getApplied()).isFalse());
      assertThat(read(topics, Topic.TRAINING_BATCHES, TrainingSample.class))
          .extracting(TrainingSample::getBatchNumber)
          .contains(0L, 1L, 2L);
      assertEachBatchWasPlayedByTheVersionBeforeIt(
          read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class));
    }
  }

  private static void assertVersions(List<PolicyUpdate> updates) {
    assertThat(updates).extracting(PolicyUpdate::getVersion).containsSubsequence(0L, 1L, 2L, 3L);
    for (PolicyUpdate update : updates) {
      boolean first = update.getVersion() == 0;
      assertThat(update.getFormat())
          .isEqualTo(first ? WeightsFormat.NONE : WeightsFormat.PEFT_ADAPTER);
      assertThat(update.getBatchNumber()).isEqualTo(first ? null : update.getVersion() - 1);
    }
    assertThat(updates.stream().map(PolicyUpdate::getWeightsDigest).distinct())
        .hasSize(BATCHES + 1);
  }

  /** Batch numbers stand in the ids of episodes, as {@code run/b2/…}. */
  private static void assertEachBatchWasPlayedByTheVersionBeforeIt(List<TrajectoryEvent> events) {
    int steps = 0;
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      if (step != null) {
        String batch = event.getEpisodeId().replaceFirst(".*/b(\\d+)/.*", "$1");
        assertThat(Objects.requireNonNull(step.getPolicyVersion()))
            .isEqualTo(Long.parseLong(batch));
        steps++;
      }
    }
    assertThat(steps).isPositive();
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
