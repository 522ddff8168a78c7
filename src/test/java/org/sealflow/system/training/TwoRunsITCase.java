package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchVersion;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.ScriptedRuns;
import org.sealflow.system.fixture.TopicRecords;

/** Runs that share a broker's topics and one co-evolution job: each goes as if it were alone. */
@Tag("long")
final class TwoRunsITCase {
  private static final PatchVersion FIRST_RECORD = new PatchVersion(0, 1L);

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static TaskDirectory tasks;
  private static RolloutPlan longer;
  private static RolloutPlan shorter;
  private static Outcome longerAlone;
  private static Outcome shorterAlone;

  /**
   * What is left of a run, as far as it does not depend on what came first.
   *
   * @param verdicts episodes by verdict
   * @param profiles what was counted in all, by capability
   * @param patches state and content, by patch
   */
  private record Outcome(
      Map<Verdict, Integer> verdicts,
      Map<String, CapabilityStatistics> profiles,
      Map<String, String> patches) {}

  /** Neither run is shown its patches, so that both do the same whenever patches come. */
  @BeforeAll
  static void playEachAlone() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    tasks = TaskDirectory.read(Samples.tasks());
    longer = plan("longer", 4, ArmSplit.NONE);
    shorter = plan("shorter", 2, ArmSplit.NONE);
    longerAlone = alone(longer);
    shorterAlone = alone(shorter);
  }

  private static RolloutPlan plan(String run, int batches, ArmSplit arms) {
    return ScriptedRuns.plan(tasks, run, new BatchShape(4, 4, 4, batches), arms);
  }

  private static Connection topics(String prefix) {
    Connection topics = broker.topics(prefix);
    ScriptedRuns.publish(topics, tasks);
    return topics;
  }

  private static Path state(String name) {
    return directory.resolve(name);
  }

  private static Outcome alone(RolloutPlan plan) throws Exception {
    Connection topics = topics("alone-" + plan.runId() + ".");
    try (RunningJob diagnosing = ScriptedRuns.diagnosing(topics, state("d-" + plan.runId()))) {
      play(topics, plan, "alone", diagnosing);
      diagnosing.stop();
    }
    return outcome(topics, plan);
  }

  /** Plays a run to its end, and waits until all that follows from it is on the topics. */
  private static void play(Connection topics, RolloutPlan plan, String where, RunningJob diagnosing)
      throws Exception {
    Path state = state(where + "-" + plan.runId());
    try (RunningJob playing = ScriptedRuns.playing(topics, plan, state)) {
      finish(topics, plan, diagnosing, playing);
    }
  }

  private static void finish(
      Connection topics, RolloutPlan plan, RunningJob diagnosing, RunningJob playing)
      throws Exception {
    ScriptedRuns.awaitDiagnosed(topics, plan, ScriptedRuns.episodes(plan), diagnosing, playing);
    Map<Verdict, Integer> verdicts = verdicts(topics, plan);
    long counting =
        (long) verdicts.getOrDefault(Verdict.PASSED, 0)
            + verdicts.getOrDefault(Verdict.POLICY_FAILED, 0);
    try (TopicRecords<CapabilityProfile> profiles =
        TopicRecords.committed(topics, Topic.CAPABILITY_PROFILES, CapabilityProfile.class)) {
      profiles.await(
          "the profiles of " + plan.runId(),
          Await.LONGEST,
          all -> counted(all, plan) == counting || !RunningJob.areRunning(diagnosing, playing));
    }
    playing.stop();
  }

  /** Profiles are published a while after the last episode. */
  private static long counted(List<CapabilityProfile> profiles, RolloutPlan plan) {
    long counted = 0;
    for (CapabilityProfile profile : profiles) {
      Capability of = profile.getCapability();
      if (profile.getRunId().equals(plan.runId())
          && of.getKind() == CapabilityKind.CATEGORY
          && of.getCategory().equals(Capabilities.ALL)) {
        counted = profile.getTotal().getCount();
      }
    }
    return counted;
  }

  private static Outcome outcome(Connection topics, RolloutPlan plan) throws Exception {
    String prefix = plan.runId() + "/";
    Map<String, CapabilityStatistics> profiles = new TreeMap<>();
    newest(topics, Topic.CAPABILITY_PROFILES, CapabilityProfile.class)
        .forEach(
            (key, profile) -> {
              if (profile.getRunId().equals(plan.runId())) {
                assertThat(key).startsWith(prefix);
                // That its last batch has ended may be known before the last episode is stamped.
                assertThat(profile.getVersion()).isLessThanOrEqualTo(plan.shape().batches());
                profiles.put(key.substring(prefix.length()), profile.getTotal());
              }
            });
    Map<String, String> patches = new TreeMap<>();
    newest(topics, Topic.ENVIRONMENT_PATCHES, PatchRecord.class)
        .forEach(
            (key, record) -> {
              EnvironmentPatch patch = Objects.requireNonNull(record.getPatch());
              if (patch.getRunId().equals(plan.runId())) {
                assertThat(key).isEqualTo(prefix + record.getPatchKey());
                assertThat(patch.getEvidence().getToVersion())
                    .isLessThanOrEqualTo(plan.shape().batches());
                assertThat(patch.getEvidence().getEpisodes()).allMatch(id -> id.startsWith(prefix));
                patches.put(
                    record.getPatchKey(), patch.getState() + " " + patch.getContentDigest());
              }
            });
    return new Outcome(verdicts(topics, plan), profiles, patches);
  }

  private static Map<Verdict, Integer> verdicts(Connection topics, RolloutPlan plan)
      throws Exception {
    Map<String, Verdict> episodes = new HashMap<>();
    int diagnosed = 0;
    for (Diagnosis diagnosis : read(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      if (diagnosis.getEpisodeDiagnosis() != null && diagnosis.getRunId().equals(plan.runId())) {
        episodes.put(diagnosis.getEpisodeId(), diagnosis.getEpisodeDiagnosis().getVerdict());
        diagnosed++;
      }
    }
    assertThat(diagnosed).as("each episode once").isEqualTo(ScriptedRuns.episodes(plan));
    Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    episodes.values().forEach(verdict -> verdicts.merge(verdict, 1, Integer::sum));
    return verdicts;
  }

  /** The last record of each key: what compaction leaves of a topic. */
  private static <T extends SpecificRecordBase> Map<String, T> newest(
      Connection topics, Topic topic, Class<T> recordClass) {
    Map<String, T> newest = new LinkedHashMap<>();
    forEach(topics, topic, recordClass, newest::put);
    return newest;
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) {
    List<T> records = new ArrayList<>();
    forEach(topics, topic, recordClass, (key, record) -> records.add(record));
    return records;
  }

  private static <T extends SpecificRecordBase> void forEach(
      Connection topics, Topic topic, Class<T> recordClass, BiConsumer<String, T> taker) {
    Codec<T> codec = Codec.of(recordClass);
    try (TopicReader reader = TopicReader.open(topics, topic, StartPosition.earliest())) {
      reader.readToEnd(
          message -> {
            String key = new String(message.key(), StandardCharsets.UTF_8);
            try {
              taker.accept(key, codec.decode(message.value()));
            } catch (UndecodableRecordException broken) {
              throw new AssertionError(key, broken);
            }
            return true;
          });
    }
  }

  /** Numbered in its own run, whatever the other one has issued. */
  private static void assertPatchesBeginAtTheFirst(Connection topics, RolloutPlan plan) {
    assertThat(read(topics, Topic.ENVIRONMENT_PATCHES, PatchRecord.class))
        .extracting(PatchRecord::getPatch)
        .filteredOn(patch -> patch.getRunId().equals(plan.runId()))
        .first()
        .extracting(EnvironmentPatch::getVersion)
        .isEqualTo(FIRST_RECORD);
  }

  @Test
  void runsAloneLeaveSomethingToCompare() {
    for (Outcome alone : List.of(longerAlone, shorterAlone)) {
      assertThat(alone.verdicts()).containsKey(Verdict.POLICY_FAILED);
      assertThat(alone.patches()).isNotEmpty();
      assertThat(alone.patches().values())
          .anyMatch(patch -> patch.startsWith(PatchState.ACTIVE + " "));
    }
    Set<String> both = new HashSet<>(longerAlone.profiles().keySet());
    both.retainAll(shorterAlone.profiles().keySet());
    assertThat(both).as("capabilities that both runs show").hasSizeGreaterThan(10);
    assertThat(longerAlone.profiles()).isNotEqualTo(shorterAlone.profiles());
  }

  @Test
  void twoRunsSideBySideGoAsEachAlone() throws Exception {
    Connection topics = topics("side.");
    try (RunningJob diagnosing = ScriptedRuns.diagnosing(topics, state("d-side"));
        RunningJob first = ScriptedRuns.playing(topics, longer, state("side-longer"));
        RunningJob second = ScriptedRuns.playing(topics, shorter, state("side-shorter"))) {
      finish(topics, shorter, diagnosing, second);
      finish(topics, longer, diagnosing, first);
      diagnosing.stop();
    }

    assertThat(outcome(topics, longer)).isEqualTo(longerAlone);
    assertThat(outcome(topics, shorter)).isEqualTo(shorterAlone);
    assertPatchesBeginAtTheFirst(topics, longer);
    assertPatchesBeginAtTheFirst(topics, shorter);
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  @Test
  void runsOneAfterTheOtherGoAsEachAloneAndSeeTheirOwnPatches() throws Exception {
    Connection topics = topics("after.");
    RolloutPlan patched = plan("patched", 6, ArmSplit.DEFAULT);
    try (RunningJob diagnosing = ScriptedRuns.diagnosing(topics, state("d-after"))) {
      play(topics, longer, "after", diagnosing);
      play(topics, shorter, "after", diagnosing);
      play(topics, patched, "after", diagnosing);
      diagnosing.stop();
    }

    assertThat(outcome(topics, longer)).isEqualTo(longerAlone);
    assertThat(outcome(topics, shorter)).isEqualTo(shorterAlone);
    assertPatchesBeginAtTheFirst(topics, shorter);
    assertPatchesBeginAtTheFirst(topics, patched);
    assertShownItsOwn(topics, patched);
    assertThat(read(topics, Topic.FAILURES, Failure.class)).isEmpty();
  }

  /** At its beginning a run has no patches, although those of the runs before it are active. */
  private static void assertShownItsOwn(Connection topics, RolloutPlan plan) {
    Map<Long, Set<String>> shown = new TreeMap<>();
    for (TrajectoryEvent event : read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class)) {
      EpisodeStarted started = event.getEpisodeStarted();
      if (started != null && event.getRunId().equals(plan.runId())) {
        shown
            .computeIfAbsent(
                Objects.requireNonNull(started.getBatchNumber()), any -> new HashSet<>())
            .addAll(started.getShownPatches());
      }
    }
    assertThat(shown.get(0L)).isEmpty();
    assertThat(shown.get(plan.shape().batches() - 1)).isNotEmpty();
  }
}
