package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.SmallTraining;
import org.sealflow.system.fixture.TopicRecords;
import org.sealflow.tau.live.TestingFolder;

/** The whole loop over tasks of tau2-bench: the nano policy plays, users by their scripts. */
@Tag("long")
final class TauTrainITCase {
  private static final int BATCHES = 2;
  private static final int EPISODES = BATCHES * 2 * 2;

  @TempDir private Path directory;

  @Test
  void theLoopGoesThroughEveryStageAndNeitherAJudgeThatIsAwayNorOpenAssertionsStopIt()
      throws Exception {
    Path tasks = TestingFolder.writeWithNotice(directory.resolve("tasks"));
    Console console =
        Console.run(
            SmallTraining.command(
                    directory,
                    "tau",
                    BATCHES,
                    "tasks.source=directory",
                    "tasks.directory=" + tasks,
                    "rollouts.user.kind=scripted",
                    "environment.judge.baseUrl=http://127.0.0.1:9/v1",
                    "environment.judge.model=nobody",
                    "evaluation.test=2",
                    "evaluation.sampled=false")
                .toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    Path run = directory.resolve("tau-1");
    JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
    assertThat(result.get("end").asText()).isEqualTo("COMPLETE");
    assertThat(result.get("version").asLong()).isEqualTo(BATCHES);
    assertThat(result.get("ledgerBalances").asBoolean()).isTrue();
    try (Connection topics =
        Connection.open(ConnectionSettings.embedded(run, Topics.standard()), true)) {
      assertThat(all(topics, Topic.TRAJECTORIES, TrajectoryEvent.class))
          .filteredOn(event -> event.getKind() == EventKind.USER_STEP)
          .isNotEmpty();
      assertThat(all(topics, Topic.DIAGNOSES, Diagnosis.class))
          .extracting(Diagnosis::getEpisodeDiagnosis)
          .filteredOn(Objects::nonNull)
          .hasSize(EPISODES)
          .extracting(EpisodeDiagnosis::getVerdict)
          .isSubsetOf(Verdict.PASSED, Verdict.POLICY_FAILED, Verdict.UNJUDGED);
      assertThat(all(topics, Topic.CAPABILITY_PROFILES, CapabilityProfile.class)).isNotEmpty();
      assertThat(all(topics, Topic.TRAINING_METRICS, TrainingStep.class)).hasSize(BATCHES);
      assertThat(all(topics, Topic.POLICY_UPDATES, PolicyUpdate.class))
          .extracting(PolicyUpdate::getVersion)
          .containsExactly(0L, 1L, 2L);
      assertThat(all(topics, Topic.FAILURES, Failure.class)).isEmpty();
    }
    Console report = Console.run("report", run.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(report.err()).doesNotContain("no episodes of");
    assertThat(run.resolve("report/index.html"))
        .content()
        .contains("\"split\":\"test\"", "id=\"words-0\"");
  }

  private static <T extends SpecificRecordBase> List<T> all(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
