package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.ledger.Ledger;
import org.sealflow.python.Reference;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LearningRun;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.ToolChoice;
import org.sealflow.system.fixture.ToolChoiceModel;
import org.sealflow.system.fixture.ToolChoicePolicy;
import org.sealflow.system.fixture.TopicRecords;

/**
 * Rollouts and their learner go on from the savepoints of forms that were in use, both taken in the
 * middle of a batch. A form that changes the state of either adds a pair of its own, which {@code
 * mvn verify -pl src/test -Dit.test=RunSavepointITCase -Dsealflow.savepoint.name=run-NUMBER} writes
 * beside the others; none is ever taken away.
 *
 * <p>A folder holds both savepoints, what stood in the topics, the model as it began and the
 * weights of its newest version.
 */
@Tag("long")
final class RunSavepointITCase {
  private static final int TASKS = 4;
  private static final int GROUP_SIZE = 8;
  private static final int BATCHES = 6;
  private static final long EPISODES_OF_BATCH = TASKS * GROUP_SIZE;

  /** An episode takes two answers, so with so many no number of batches is played to its end. */
  private static final long ANSWERS = EPISODES_OF_BATCH * 11 / 2;

  private static final long SEED = 5;

  /** The savepoints are as old as they get; nobody is late for that. */
  private static final Duration DEADLINE = Duration.ofDays(36_500);

  private static final Path FIXTURES =
      Reference.repository().resolve("src/test/resources/savepoints");
  private static final String FORMS = "run-";
  private static final String PREFIX = "fixture.";
  private static final String LEARNING = "learning";
  private static final String PLAYING = "playing";
  private static final String MODEL = "model";
  private static final String WEIGHTS = "weights";
  private static final String RECORDS = "records.gz";

  private static final List<Topic> TOPICS =
      List.of(
          Topic.TASKS,
          Topic.ROLLOUT_BATCHES,
          Topic.TRAJECTORIES,
          Topic.ENVIRONMENT_PATCHES,
          Topic.POLICY_UPDATES,
          Topic.TRAINING_METRICS);

  @TempDir private Path directory;

  private LearningRun run(Connection topics, Path model, PolicyFactory policies)
      throws IOException {
    return new LearningRun(
        topics,
        ToolChoice.of(
            ToolChoice.tasks(Files.createTempDirectory(directory, "tasks"), TASKS),
            GROUP_SIZE,
            BATCHES,
            policies,
            model),
        SEED,
        directory.resolve("run"),
        DEADLINE,
        ExecutionLimits.DEFAULT);
  }

  @Test
  void everyFormGoesOnAndCountsOn() throws Exception {
    List<Path> forms;
    try (Stream<Path> found = Files.list(FIXTURES)) {
      forms = found.filter(form -> form.getFileName().toString().startsWith(FORMS)).toList();
    }
    assertThat(forms).isNotEmpty();
    for (Path form : forms) {
      Path data = Files.createTempDirectory(directory, "broker");
      try (HostedBroker broker = HostedBroker.start(data);
          Connection topics = broker.topics(PREFIX)) {
        goOn(form, topics);
      }
      delete(directory.resolve("run"));
    }
  }

  private void goOn(Path form, Connection topics) throws Exception {
    StoredTopics.restore(topics, form.resolve(RECORDS));
    Set<String> ended = ended(topics);
    long version = newestVersion(topics);
    assertThat(version).isBetween(1L, BATCHES - 1L);
    for (String job : List.of(LEARNING, PLAYING)) {
      copy(form.resolve(job), directory.resolve("run").resolve(job).resolve("savepoint"));
    }
    String weights = form.resolve(WEIGHTS).toString();
    LearningRun run = run(topics, form.resolve(MODEL), known -> new ToolChoicePolicy(weights));
    Ledger ledger;
    try (RunningJob learning = run.learning();
        RunningJob playing = run.playing()) {
      awaitVersion(topics, BATCHES, learning, playing);
      playing.stop();
      learning.stop();
      ledger = learning.ledger();
    }
    assertThat(ledger.balances()).as(ledger.line()).isTrue();
    assertThat(ledger.started() - ledger.superseded())
        .as(ledger.line())
        .isEqualTo(BATCHES * EPISODES_OF_BATCH);
    assertThat(ledger.passed() + ledger.policyFailed()).isEqualTo(BATCHES * EPISODES_OF_BATCH);
    assertEveryBatchIsLearnedFromOnce(topics);
    assertThat(playedAgain(topics)).doesNotContainAnyElementsOf(ended).isNotEmpty();
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  private static void assertEveryBatchIsLearnedFromOnce(Connection topics) throws Exception {
    List<TrainingStep> steps =
        read(topics, Topic.TRAINING_METRICS, TrainingStep.class).stream().distinct().toList();
    assertThat(steps)
        .extracting(TrainingStep::getBatchNumber)
        .containsExactlyElementsOf(LongStream.range(0, BATCHES).boxed().toList());
    Set<String> planned = new HashSet<>();
    for (BatchManifest manifest : read(topics, Topic.ROLLOUT_BATCHES, BatchManifest.class)) {
      manifest.getGroups().stream().map(PlannedGroup::getGroupId).forEach(planned::add);
    }
    assertThat(steps.stream().flatMap(step -> step.getGroups().stream()))
        .extracting(GroupStep::getGroupId)
        .containsExactlyInAnyOrderElementsOf(planned);
    // The restored version is said again, with the place that its weights are written to once more.
    assertThat(
            read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class).stream()
                .map(PolicyUpdate::getVersion)
                .distinct())
        .containsExactlyElementsOf(LongStream.rangeClosed(0, BATCHES).boxed().toList());
  }

  private static Set<String> ended(Connection topics) throws Exception {
    Set<String> ended = new HashSet<>();
    for (TrajectoryEvent event : read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class)) {
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        ended.add(event.getEpisodeId());
      }
    }
    return ended;
  }

  private static Set<String> playedAgain(Connection topics) throws Exception {
    Set<String> again = new HashSet<>();
    for (TrajectoryEvent event : read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class)) {
      if (event.getAttempt() > 1) {
        again.add(event.getEpisodeId());
      }
    }
    return again;
  }

  private static long newestVersion(Connection topics) throws Exception {
    return read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class).stream()
        .mapToLong(PolicyUpdate::getVersion)
        .max()
        .orElseThrow();
  }

  private static void awaitVersion(Connection topics, long version, RunningJob... jobs)
      throws Exception {
    try (TopicRecords<PolicyUpdate> updates =
        TopicRecords.committed(topics, Topic.POLICY_UPDATES, PolicyUpdate.class)) {
      updates.await(
          "version " + version,
          Await.LONGEST,
          seen ->
              !RunningJob.areRunning(jobs)
                  || seen.stream().anyMatch(update -> update.getVersion() >= version));
    }
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.committed(topics, topic, recordClass)) {
      return new ArrayList<>(records.all());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "sealflow.savepoint.name", matches = "run-.+")
  void savepointsOfTheFormInUseAreWritten() throws Exception {
    Path form =
        Files.createDirectories(FIXTURES.resolve(System.getProperty("sealflow.savepoint.name")));
    Path model = form.resolve(MODEL);
    copy(ToolChoiceModel.write(directory), model);
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"));
        Connection topics = broker.topics(PREFIX)) {
      LearningRun run =
          run(
              topics,
              model,
              known -> new StallingPolicy(new ToolChoicePolicy(null), (int) ANSWERS));
      try (RunningJob learning = run.learning();
          RunningJob playing = run.playing()) {
        Await.until("the last answer", Await.LONGEST, () -> answers(topics) == ANSWERS);
        copy(playing.stop(), form.resolve(PLAYING));
        // Nothing more can settle: no transaction of the learner's is left open in its savepoint.
        awaitVersion(topics, completeBatches(topics), learning);
        copy(learning.stop(), form.resolve(LEARNING));
      }
      StoredTopics.write(topics, TOPICS, form.resolve(RECORDS));
      copy(weights(topics), form.resolve(WEIGHTS).resolve(weights(topics).getFileName()));
    }
  }

  private static long answers(Connection topics) throws Exception {
    return read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class).stream()
        .filter(event -> event.getKind() == EventKind.ASSISTANT_STEP)
        .count();
  }

  private static Path weights(Connection topics) throws Exception {
    List<PolicyUpdate> versions = read(topics, Topic.POLICY_UPDATES, PolicyUpdate.class);
    PolicyUpdate newest = versions.get(versions.size() - 1);
    return Path.of(URI.create(Objects.requireNonNull(newest.getWeightsUri())));
  }

  /** How many batches, from the first one on, have no episode that goes on. */
  private static long completeBatches(Connection topics) throws Exception {
    Set<String> ended = ended(topics);
    Map<Long, Set<String>> byBatch = new HashMap<>();
    for (TrajectoryEvent event : read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class)) {
      if (event.getKind() == EventKind.EPISODE_STARTED && ended.contains(event.getEpisodeId())) {
        byBatch
            .computeIfAbsent(event.getEpisodeStarted().getBatchNumber(), batch -> new HashSet<>())
            .add(event.getEpisodeId());
      }
    }
    long batch = 0;
    while (byBatch.getOrDefault(batch, Set.of()).size() == EPISODES_OF_BATCH) {
      batch++;
    }
    return batch;
  }
}
