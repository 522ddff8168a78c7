package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.statistics.Interval;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.RunningJob;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.ScriptedRuns;
import org.sealflow.system.fixture.TopicRecords;

/** The environment half of the loop between a real broker's topics: rollouts that feel it. */
@Tag("long")
final class EvolutionITCase {

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;
  private static TaskDirectory tasks;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
    tasks = TaskDirectory.read(Samples.tasks());
  }

  @Test
  void aPlantedWeaknessIsCuedMeasuredAndRetired() throws Exception {
    Connection topics = broker.topics("weakness.");
    ScriptedRuns.publish(topics, tasks);
    RolloutPlan plan = plan("weakness", 24);
    Path state = directory.resolve("weakness");
    try (RunningJob diagnosing = ScriptedRuns.diagnosing(topics, state.resolve("diagnose"));
        RunningJob playing = ScriptedRuns.playing(topics, plan, state.resolve("rollout"))) {
      ScriptedRuns.awaitDiagnosed(topics, plan, ScriptedRuns.episodes(plan), diagnosing, playing);
      playing.stop();
      diagnosing.stop();
    }

    List<EnvironmentPatch> cues = cues(topics);
    assertThat(cues).extracting(EnvironmentPatch::getState).contains(PatchState.ACTIVE);
    assertThat(cues)
        .filteredOn(cue -> cue.getState() == PatchState.RETIRED)
        .anySatisfy(cue -> assertThat(cue.getReason()).startsWith("mastered"));
    Map<String, EpisodeDiagnosis> episodes = episodesOf(topics, plan);
    assertThat(episodes).hasSize(ScriptedRuns.episodes(plan));
    assertUpliftExcludesZero(episodes);
    assertProfilesEqualARecount(topics, plan, episodes);
    assertThat(failures(topics)).isEmpty();
  }

  /** The weakness is there whenever no cue is shown, and gone whenever one is. */
  private static void assertUpliftExcludesZero(Map<String, EpisodeDiagnosis> episodes) {
    long shown = 0;
    long shownPassed = 0;
    long holdout = 0;
    long holdoutPassed = 0;
    for (EpisodeDiagnosis episode : episodes.values()) {
      boolean counts = episode.getVerdict() != Verdict.TASK_DEFECTIVE;
      boolean passed = episode.getVerdict() == Verdict.PASSED;
      if (counts && !episode.getShownPatches().isEmpty()) {
        shown++;
        shownPassed += passed ? 1 : 0;
      } else if (counts && episode.getArm() == Arm.HOLDOUT) {
        holdout++;
        holdoutPassed += passed ? 1 : 0;
      }
    }
    assertThat(holdoutPassed).isZero();
    assertThat(shownPassed).isEqualTo(shown);
    assertThat(Interval.newcombe(shownPassed, shown, holdoutPassed, holdout).low()).isPositive();
  }

  @Test
  void afterBothJobsAreKilledOnlyTheNextAttemptsCount() throws Exception {
    Connection topics = broker.topics("killed.");
    ScriptedRuns.publish(topics, tasks);
    RolloutPlan plan = plan("killed", 12);
    Path state = directory.resolve("killed");
    try (RunningJob diagnosing = ScriptedRuns.diagnosing(topics, state.resolve("diagnose"));
        RunningJob playing = ScriptedRuns.playing(topics, plan, state.resolve("rollout"))) {
      ScriptedRuns.awaitDiagnosed(
          topics, plan, ScriptedRuns.episodes(plan) / 3, diagnosing, playing);
      playing.awaitCheckpoint();
      diagnosing.awaitCheckpoint();
    }
    try (RunningJob diagnosing = ScriptedRuns.diagnosing(topics, state.resolve("diagnose"));
        RunningJob playing = ScriptedRuns.playing(topics, plan, state.resolve("rollout"))) {
      ScriptedRuns.awaitDiagnosed(topics, plan, ScriptedRuns.episodes(plan), diagnosing, playing);
      playing.stop();
      diagnosing.stop();
    }

    Map<String, EpisodeDiagnosis> episodes = episodesOf(topics, plan);
    assertThat(episodes).hasSize(ScriptedRuns.episodes(plan));
    assertThat(attempts(topics, plan).values())
        .anySatisfy(a -> assertThat(a).hasSizeGreaterThan(1));
    assertOneAttemptCounts(topics, plan);
    assertProfilesEqualARecount(topics, plan, episodes);
    assertPatchesAreIssuedInOrder(topics);
    assertThat(failures(topics)).isEmpty();
  }

  /** The episode diagnoses of one episode are all of one attempt. */
  private static void assertOneAttemptCounts(Connection topics, RolloutPlan plan) throws Exception {
    Map<String, Set<Integer>> diagnosed = new HashMap<>();
    for (Diagnosis diagnosis : read(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      if (diagnosis.getKind() == DiagnosisKind.EPISODE) {
        diagnosed
            .computeIfAbsent(diagnosis.getEpisodeId(), id -> new HashSet<>())
            .add(diagnosis.getAttempt());
      }
    }
    assertThat(diagnosed).hasSize(ScriptedRuns.episodes(plan));
    assertThat(diagnosed.values()).allSatisfy(attempts -> assertThat(attempts).hasSize(1));
  }

  private static void assertPatchesAreIssuedInOrder(Connection topics) throws Exception {
    Map<String, EnvironmentPatch> last = new LinkedHashMap<>();
    int highest = 0;
    for (PatchRecord each : read(topics, Topic.ENVIRONMENT_PATCHES, PatchRecord.class)) {
      EnvironmentPatch patch = Objects.requireNonNull(each.getPatch());
      EnvironmentPatch before = last.put(each.getPatchKey(), patch);
      if (before != null) {
        assertThat(patch.getVersion().getRestoreCount())
            .isGreaterThanOrEqualTo(before.getVersion().getRestoreCount());
      }
      highest = Math.max(highest, patch.getVersion().getRestoreCount());
    }
    assertThat(highest).isEqualTo(1);
  }

  /** Categories and the tool, counted again from the diagnoses of the episodes played. */
  private static void assertProfilesEqualARecount(
      Connection topics, RolloutPlan plan, Map<String, EpisodeDiagnosis> episodes)
      throws Exception {
    Map<String, Long> counts = new HashMap<>();
    Map<String, Long> successes = new HashMap<>();
    for (EpisodeDiagnosis episode : episodes.values()) {
      boolean counted =
          episode.getVerdict() == Verdict.PASSED || episode.getVerdict() == Verdict.POLICY_FAILED;
      for (String category : List.of(episode.getCategory(), Capabilities.ALL)) {
        counts.merge(category, counted ? 1L : 0L, Long::sum);
        successes.merge(category, episode.getVerdict() == Verdict.PASSED ? 1L : 0L, Long::sum);
      }
    }
    Map<String, CapabilityProfile> profiles = new HashMap<>();
    for (CapabilityProfile profile :
        read(topics, Topic.CAPABILITY_PROFILES, CapabilityProfile.class)) {
      assertThat(profile.getRunId()).isEqualTo(plan.runId());
      if (profile.getCapability().getKind() == CapabilityKind.CATEGORY) {
        profiles.put(profile.getCapability().getCategory(), profile);
      }
    }
    assertThat(profiles.keySet()).isEqualTo(counts.keySet());
    profiles.forEach(
        (category, profile) -> {
          assertThat(profile.getTotal().getCount()).isEqualTo(counts.get(category));
          assertThat(profile.getTotal().getSuccesses()).isEqualTo(successes.get(category));
        });
  }

  private static List<EnvironmentPatch> cues(Connection topics) throws Exception {
    return read(topics, Topic.ENVIRONMENT_PATCHES, PatchRecord.class).stream()
        .map(each -> Objects.requireNonNull(each.getPatch()))
        .filter(patch -> patch.getLayer() == PatchLayer.SCHEMA_CUE)
        .filter(patch -> ScriptedRuns.TOOL.equals(patch.getTool()))
        .toList();
  }

  private static Map<String, EpisodeDiagnosis> episodesOf(Connection topics, RolloutPlan plan)
      throws Exception {
    Map<String, EpisodeDiagnosis> episodes = new LinkedHashMap<>();
    for (Diagnosis diagnosis : read(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      if (diagnosis.getEpisodeDiagnosis() != null && diagnosis.getRunId().equals(plan.runId())) {
        episodes.put(diagnosis.getEpisodeId(), diagnosis.getEpisodeDiagnosis());
      }
    }
    return episodes;
  }

  private static Map<String, Set<Integer>> attempts(Connection topics, RolloutPlan plan)
      throws Exception {
    Map<String, Set<Integer>> attempts = new HashMap<>();
    for (TrajectoryEvent event : read(topics, Topic.TRAJECTORIES, TrajectoryEvent.class)) {
      if (event.getKind() == EventKind.EPISODE_STARTED && event.getRunId().equals(plan.runId())) {
        EpisodeStarted started = Objects.requireNonNull(event.getEpisodeStarted());
        assertThat(started.getMode()).isEqualTo(Mode.TRAIN);
        attempts
            .computeIfAbsent(event.getEpisodeId(), id -> new HashSet<>())
            .add(event.getAttempt());
      }
    }
    return attempts;
  }

  private static List<Failure> failures(Connection topics) throws Exception {
    return read(topics, Topic.FAILURES, Failure.class);
  }

  private static <T extends SpecificRecordBase> List<T> read(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.of(topics, topic, recordClass)) {
      return new ArrayList<>(records.all());
    }
  }

  private static RolloutPlan plan(String run, int batches) {
    return ScriptedRuns.plan(tasks, run, new BatchShape(8, 8, 4, batches), ArmSplit.DEFAULT);
  }
}
