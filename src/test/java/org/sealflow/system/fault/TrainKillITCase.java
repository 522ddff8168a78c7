package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.SmallTraining;
import org.sealflow.system.fixture.TopicRecords;

/**
 * {@code sealflow train} in a process of its own, broker and jobs inside, killed in the middle of
 * its work: what goes on with {@code --run} has lost nothing and does nothing twice, and obeys what
 * came into its log in between.
 */
@Tag("long")
final class TrainKillITCase {
  /** More than a killed run can have planned ahead, however slowly its versions are seen. */
  private static final int BATCHES = 8;

  private static final long SEED = 7;
  private static final double RATE = 0.001;
  private static final RateLowering LOWERING = new RateLowering(1, 0.5, "base success fell");

  @TempDir private Path directory;

  private Path run() {
    return directory.resolve("killed-1");
  }

  @Test
  void whatWasKilledGoesOnAsIfNothingHadHappened() throws Exception {
    Random random = new Random(SEED);
    long version = 1L + random.nextInt(2);
    // Somewhere in what the next batches' episodes write, a few kilobytes each.
    long bytes = 1L + random.nextInt(20_000);
    try (CommandProcess killed = start(training())) {
      Await.until("version " + version, Await.LONGEST, () -> hasVersion(version));
      long before = trajectoryBytes();
      Await.until(
          "what comes after it",
          Await.LONGEST,
          () -> trajectoryBytes() - before >= bytes || hasVersion(version + 1));
      killed.kill();
    }
    assertThat(run().resolve("result.json")).doesNotExist();
    long lowered = lowerTheRate();

    Console resumed = Console.run("train", "--run", run().toString());
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();

    JsonNode result = new ObjectMapper().readTree(run().resolve("result.json").toFile());
    assertThat(result.get("end").asText()).isEqualTo("COMPLETE");
    assertThat(result.get("version").asLong()).isEqualTo(BATCHES);
    assertLedgerBalances(result);
    assertThat(SmallTraining.lines(run().resolve("steps.jsonl")))
        .extracting(step -> step.get("version").asLong())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, BATCHES).boxed().toList());
    try (Connection topics = topics()) {
      assertTheRateIsLoweredFrom(lowered, topics);
      assertVersionsRiseWithoutGap(topics);
      assertEveryGroupCountsOnce(topics);
      assertEveryEpisodeIsDiagnosedOnce(topics);
      assertBatchesAreBranchedOffTheSame(topics);
    }
  }

  private List<String> training() {
    return SmallTraining.command(
        directory,
        "killed",
        BATCHES,
        "learner.optimizer.learningRate.peak=" + RATE,
        "learner.optimizer.learningRate.warmupSteps=0",
        "learner.optimizer.learningRate.decay=constant",
        "rollouts.branches.start=root-cause",
        "rollouts.branches.samples=3");
  }

  private Connection topics() {
    return Connection.open(ConnectionSettings.embedded(run(), Topics.standard()), true);
  }

  /**
   * Puts a guard's wish into the log while nobody reads it.
   *
   * @return the first batch that it is for
   */
  private long lowerTheRate() throws Exception {
    try (Connection topics = topics();
        Publisher publisher = Publisher.open(topics)) {
      BatchManifest newest =
          committed(topics, Topic.ROLLOUT_BATCHES, BatchManifest.class).stream()
              .max(Comparator.comparingLong(BatchManifest::getBatchNumber))
              .orElseThrow();
      publisher.batch(BatchManifest.newBuilder(newest).setRateLowering(LOWERING).build());
      publisher.flush();
      return newest.getBatchNumber() + 1;
    }
  }

  private static void assertTheRateIsLoweredFrom(long batch, Connection topics) throws Exception {
    assertThat(batch).isBetween(1L, BATCHES - 1L);
    for (TrainingStep step : committed(topics, Topic.TRAINING_METRICS, TrainingStep.class)) {
      boolean lowered = step.getBatchNumber() >= batch;
      assertThat(step.getRateLowering()).isEqualTo(lowered ? LOWERING : null);
      assertThat(step.getMetrics().get("learningRate")).isEqualTo(lowered ? RATE / 2 : RATE);
    }
  }

  private CommandProcess start(List<String> words) throws IOException {
    return CommandProcess.start(directory.resolve("errors.txt"), Map.of(), words);
  }

  private boolean hasVersion(long version) {
    return SmallTraining.lines(run().resolve("steps.jsonl")).stream()
        .anyMatch(step -> step.get("version").asLong() >= version);
  }

  /** How much the episodes have written. */
  private long trajectoryBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(run().resolve("kafka"))) {
      for (Path file : files.filter(TrainKillITCase::holdsTrajectories).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static boolean holdsTrajectories(Path file) {
    return file.getParent().getFileName().toString().contains(Topic.TRAJECTORIES.baseName())
        && file.getFileName().toString().endsWith(".log");
  }

  /** Episodes begun are episodes ended; attempts that the kill cut off are superseded. */
  private static void assertLedgerBalances(JsonNode result) {
    assertThat(result.get("ledgerBalances").asBoolean()).as("%s", result).isTrue();
    JsonNode ledger = result.get("ledger");
    long ended =
        Stream.of(
                "passed",
                "policyFailed",
                "infrastructureFailed",
                "taskDefective",
                "unjudged",
                "superseded")
            .mapToLong(part -> ledger.get(part).asLong())
            .sum();
    assertThat(ledger.get("started").asLong()).as("%s", ledger).isPositive().isEqualTo(ended);
    assertThat(ledger.get("inFlight").asLong()).isZero();
  }

  private static void assertVersionsRiseWithoutGap(Connection topics) throws Exception {
    // A restored learner says its newest version again.
    List<PolicyUpdate> updates =
        committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class).stream().distinct().toList();
    assertThat(updates)
        .extracting(PolicyUpdate::getVersion)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, BATCHES).boxed().toList());
    assertThat(updates)
        .allSatisfy(
            update -> assertThat(Path.of(URI.create(weights(update)))).isNotEmptyDirectory());
  }

  private static String weights(PolicyUpdate update) {
    return Objects.requireNonNull(update.getWeightsUri());
  }

  private static void assertEveryGroupCountsOnce(Connection topics) throws Exception {
    List<TrainingStep> steps = committed(topics, Topic.TRAINING_METRICS, TrainingStep.class);
    assertThat(steps)
        .extracting(TrainingStep::getBatchNumber)
        .containsExactlyElementsOf(LongStream.range(0, BATCHES).boxed().toList());
    List<String> groups = new ArrayList<>();
    for (TrainingStep step : steps) {
      assertThat(step.getVersion()).isEqualTo(step.getBatchNumber() + 1);
      assertThat(step.getRefusal()).isNull();
      assertThat(step.getGroups())
          .extracting(GroupStep::getOutcome)
          .containsOnly(GroupOutcome.USED);
      step.getGroups().stream().map(GroupStep::getGroupId).forEach(groups::add);
    }
    Set<String> planned = new TreeSet<>();
    for (BatchManifest manifest : committed(topics, Topic.ROLLOUT_BATCHES, BatchManifest.class)) {
      if (manifest.getBatchNumber() < BATCHES) {
        manifest.getGroups().stream().map(PlannedGroup::getGroupId).forEach(planned::add);
      }
    }
    assertThat(groups).containsExactlyInAnyOrderElementsOf(planned);
  }

  /** A batch that is planned again after a restart has the branches it had. */
  private static void assertBatchesAreBranchedOffTheSame(Connection topics) throws Exception {
    Map<Long, List<PlannedGroup>> planned = new HashMap<>();
    int branches = 0;
    for (BatchManifest manifest : committed(topics, Topic.ROLLOUT_BATCHES, BatchManifest.class)) {
      List<PlannedGroup> before =
          planned.putIfAbsent(manifest.getBatchNumber(), manifest.getGroups());
      if (before != null) {
        assertThat(manifest.getGroups()).isEqualTo(before);
      }
      for (PlannedGroup group : manifest.getGroups()) {
        branches += group.getBranch() == null ? 0 : 1;
      }
    }
    assertThat(branches).isPositive();
  }

  /** Records that are written again after a restart are the same ones. */
  private static void assertEveryEpisodeIsDiagnosedOnce(Connection topics) throws Exception {
    Set<String> planned = new HashSet<>();
    for (BatchManifest manifest : committed(topics, Topic.ROLLOUT_BATCHES, BatchManifest.class)) {
      for (PlannedGroup group : manifest.getGroups()) {
        for (int sample = 0; sample < group.getSize(); sample++) {
          planned.add(group.getGroupId() + "/s" + sample);
        }
      }
    }
    Set<Diagnosis> ends = new HashSet<>();
    for (Diagnosis diagnosis : committed(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      if (diagnosis.getKind() == DiagnosisKind.EPISODE) {
        ends.add(diagnosis);
      }
    }
    assertThat(ends)
        .extracting(Diagnosis::getEpisodeId)
        .containsExactlyInAnyOrderElementsOf(planned);
  }

  private static <T extends SpecificRecordBase> List<T> committed(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
