package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.WeightsFormat;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LearningGame;
import org.sealflow.system.fixture.LearningRun;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.ToolChoice;
import org.sealflow.system.fixture.TopicRecords;

/** The whole loop between a real broker's topics: rollouts whose policy learns from them. */
@Tag("long")
final class LearnITCase {
  private static final int BATCHES = 6;
  private static final int KEPT_VERSIONS = 3;

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static LearningGame game;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    game = ToolChoice.small(directory, BATCHES);
  }

  private static LearningRun run(Connection topics, String name) {
    return new LearningRun(topics, game, 7, directory.resolve(name));
  }

  @Test
  void everyBatchMakesTheNextVersion() throws Exception {
    Connection topics = broker.topics("loop.");
    LearningRun run = run(topics, "loop");
    publishVersionOfAnotherRun(topics);

    Ledger ledger;
    try (RunningJob learning = run.learning();
        RunningJob playing = run.playing()) {
      awaitVersion(topics, run, BATCHES, learning, playing);
      playing.stop();
      learning.stop();
      ledger = learning.ledger();
    }

    assertThat(ledger.balances()).as(ledger.line()).isTrue();
    assertThat(ledger.started()).isEqualTo(game.episodes());
    assertVersionsAreWithoutGapOrDouble(topics, run);
    assertEveryGroupIsUsedOnce(topics);
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  /** A run of the same policy's name that has come far; its weights are long gone. */
  private static void publishVersionOfAnotherRun(Connection topics) throws Exception {
    PolicyUpdate update = new PolicyUpdate();
    update.setPolicyName(LearningSettings.DEFAULT_POLICY);
    update.setRunId("another run");
    update.setVersion(50);
    update.setParentVersion(49L);
    update.setBatchNumber(49L);
    update.setWeightsUri("file:///absent");
    update.setWeightsDigest("ab".repeat(32));
    update.setFormat(WeightsFormat.SAFETENSORS);
    update.setMetrics(Map.of());
    update.setPublishedAt(Instant.EPOCH);
    HostedBroker.send(
        topics,
        Topic.POLICY_UPDATES,
        update.getPolicyName().getBytes(StandardCharsets.UTF_8),
        Codec.of(PolicyUpdate.class).encode(update));
  }

  @Test
  void aLearnerThatIsKilledGoesOnWhereItsCheckpointWas() throws Exception {
    Connection topics = broker.topics("killed.");
    LearningRun run = run(topics, "killed");

    Ledger ledger;
    try (RunningJob playing = run.playing()) {
      for (int version = 1; version < BATCHES; version += 2) {
        try (RunningJob learning = run.learning()) {
          awaitVersion(topics, run, version, learning, playing);
        }
      }
      try (RunningJob learning = run.learning()) {
        awaitVersion(topics, run, BATCHES, learning, playing);
        playing.stop();
        learning.stop();
        ledger = learning.ledger();
      }
    }

    assertThat(ledger.balances()).as(ledger.line()).isTrue();
    assertVersionsAreWithoutGapOrDouble(topics, run);
    assertStepsMadeAgainAreTheSame(topics);
    assertEveryGroupIsUsedOnce(topics);
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  /** A learner that begins does not learn, diagnose or count what the run before it has left. */
  @Test
  void aSecondRunOnTheSameTopicsIsServedAsIfItWereAlone() throws Exception {
    Connection topics = broker.topics("two.");
    LearningGame small = ToolChoice.small(directory.resolve("small"), 2);
    for (long seed : List.of(7L, 8L)) {
      LearningRun run = new LearningRun(topics, small, seed, directory.resolve("two-" + seed));
      Ledger ledger;
      try (RunningJob learning = run.learning();
          RunningJob playing = run.playing()) {
        awaitVersion(topics, run, 2, learning, playing);
        playing.stop();
        learning.stop();
        ledger = learning.ledger();
      }
      assertThat(ledger.balances()).as(ledger.line()).isTrue();
      assertThat(ledger.started()).isEqualTo(small.episodes());
    }

    List<String> diagnosed =
        read(topics, Topic.DIAGNOSES, Diagnosis.class).stream()
            .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE)
            .map(Diagnosis::getEpisodeId)
            .toList();
    assertThat(diagnosed).doesNotHaveDuplicates().hasSize(2 * small.episodes());
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  /** Versions that were made and never committed had the weights of those that were. */
  private static void assertStepsMadeAgainAreTheSame(Connection topics) throws Exception {
    Map<Long, Set<String>> digests = new TreeMap<>();
    try (TopicRecords<PolicyUpdate> updates =
        TopicRecords.of(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      for (PolicyUpdate update : updates.all()) {
        digests
            .computeIfAbsent(update.getVersion(), version -> new HashSet<>())
            .add(Objects.requireNonNull(update.getWeightsDigest()));
      }
    }
    assertThat(digests.values()).allSatisfy(made -> assertThat(made).hasSize(1));
  }

  private static void awaitVersion(
      Connection topics, LearningRun run, long version, RunningJob... jobs) throws Exception {
    try (TopicRecords<PolicyUpdate> updates =
        TopicRecords.committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      updates.await(
          "version " + version,
          Await.LONGEST,
          seen ->
              !RunningJob.areRunning(jobs)
                  || seen.stream()
                      .filter(update -> update.getRunId().equals(run.id()))
                      .anyMatch(update -> update.getVersion() >= version));
    }
  }

  private static void assertVersionsAreWithoutGapOrDouble(Connection topics, LearningRun run)
      throws Exception {
    List<PolicyUpdate> updates =
        read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class).stream()
            .filter(update -> update.getRunId().equals(run.id()))
            // A restored learner says its newest version again.
            .distinct()
            .toList();
    assertThat(updates)
        .extracting(PolicyUpdate::getVersion)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, BATCHES).boxed().toList());
    assertThat(updates)
        .allSatisfy(update -> assertThat(update.getFormat()).isEqualTo(WeightsFormat.SAFETENSORS));
    assertThat(updates).extracting(PolicyUpdate::getWeightsDigest).doesNotHaveDuplicates();
    assertThat(updates.subList(updates.size() - KEPT_VERSIONS, updates.size()))
        .allSatisfy(update -> assertThat(weights(update).resolve("model.safetensors")).exists());
  }

  private static Path weights(PolicyUpdate update) {
    return Path.of(URI.create(Objects.requireNonNull(update.getWeightsUri())));
  }

  /** Every batch is of one step, and every group that was planned of its batch's. */
  private static void assertEveryGroupIsUsedOnce(Connection topics) throws Exception {
    List<TrainingStep> steps = read(topics, Topic.TRAINING_METRICS, TrainingStep.class);
    assertThat(steps)
        .extracting(TrainingStep::getBatchNumber)
        .containsExactlyElementsOf(LongStream.range(0, BATCHES).boxed().toList());
    List<String> used = new ArrayList<>();
    for (TrainingStep step : steps) {
      assertThat(step.getVersion()).isEqualTo(step.getBatchNumber() + 1);
      assertThat(step.getRefusal()).isNull();
      assertThat(step.getApplied()).isTrue();
      assertThat(step.getMetrics()).isNotEmpty();
      step.getGroups().stream()
          .filter(group -> group.getOutcome() == GroupOutcome.USED)
          .map(GroupStep::getGroupId)
          .forEach(used::add);
    }
    Set<String> planned = new HashSet<>();
    for (BatchManifest manifest : read(topics, Topic.ROLLOUT_BATCHES, BatchManifest.class)) {
      manifest.getGroups().stream().map(PlannedGroup::getGroupId).forEach(planned::add);
    }
    assertThat(used).doesNotHaveDuplicates().isSubsetOf(planned);
    assertThat(steps.stream().flatMap(step -> step.getGroups().stream()))
        .extracting(GroupStep::getGroupId)
        .containsExactlyInAnyOrderElementsOf(planned);
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return new ArrayList<>(records.all());
    }
  }
}
