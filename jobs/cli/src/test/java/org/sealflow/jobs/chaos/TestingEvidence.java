package org.sealflow.jobs.chaos;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;

/**
 * What a round leaves that went well: two batches of a group of two, of which three episodes pass.
 * Tests change one part of it.
 */
final class TestingEvidence {
  static final String RUN = "run";
  static final String TASK = "task-1";

  final List<BatchManifest> batches = new ArrayList<>(List.of(batch(0), batch(1)));
  final List<TrajectoryEvent> events = new ArrayList<>();
  final List<Diagnosis> episodes = new ArrayList<>();
  final List<Failure> failures = new ArrayList<>();
  final Injected injected = new Injected();
  final Map<String, CapabilityProfile> profiles = new TreeMap<>();
  final List<PolicyUpdate> updates = new ArrayList<>();
  final List<TrainingStep> steps = new ArrayList<>();
  Ledger ledger = new Ledger(4, 3, 1, 0, 0, 0, 0, 8, 8, 0, 0);
  long records = 8;

  TestingEvidence() {
    for (String episode : List.of("g0/s0", "g0/s1", "g1/s0", "g1/s1")) {
      events.add(event(episode, 0, 0, EventKind.EPISODE_STARTED));
      events.add(step(episode, 0, 1, 10));
      episodes.add(diagnosis(episode, 0, Verdict.PASSED));
    }
    episodes.set(3, diagnosis("g1/s1", 0, Verdict.POLICY_FAILED));
    profiles.put(RUN + "/CATEGORY/*/*", profile(CapabilityKind.CATEGORY, "*", 4));
    profiles.put(RUN + "/TASK/base/" + TASK, profile(CapabilityKind.TASK, TASK, 4));
    for (long version = 0; version <= 2; version++) {
      updates.add(update(version, "digest-" + version));
    }
    steps.add(step(0));
    steps.add(step(1));
  }

  /** The evidence, the undisturbed run's output being that of one that went well. */
  RoundEvidence build() {
    TestingEvidence well = new TestingEvidence();
    return new RoundEvidence(
        RUN,
        ledger,
        records,
        batches,
        events,
        episodes,
        failures,
        injected,
        new RunOutput(profiles, updates, steps),
        new RunOutput(well.profiles, well.updates, well.steps));
  }

  static BatchManifest batch(long number) {
    PlannedGroup group = new PlannedGroup();
    group.setGroupId("g" + number);
    group.setSize(2);
    BatchManifest batch = new BatchManifest();
    batch.setRunId(RUN);
    batch.setBatchNumber(number);
    batch.setGroups(List.of(group));
    return batch;
  }

  static TrajectoryEvent event(String episode, int attempt, int sequence, EventKind kind) {
    TrajectoryEvent event = new TrajectoryEvent();
    event.setRunId(RUN);
    event.setEpisodeId(episode);
    event.setAttempt(attempt);
    event.setSequence(sequence);
    event.setKind(kind);
    event.setEventTime(Instant.EPOCH);
    return event;
  }

  static TrajectoryEvent step(String episode, int attempt, int sequence, int tokens) {
    AssistantStep step = new AssistantStep();
    step.setSampledTokenIds(new ArrayList<>(Collections.nCopies(tokens, 1)));
    TrajectoryEvent event = event(episode, attempt, sequence, EventKind.ASSISTANT_STEP);
    event.setAssistantStep(step);
    return event;
  }

  static Diagnosis diagnosis(String episode, int attempt, Verdict verdict) {
    EpisodeDiagnosis whole = new EpisodeDiagnosis();
    whole.setVerdict(verdict);
    whole.setTaskId(TASK);
    whole.setMode(Mode.TRAIN);
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.setKind(DiagnosisKind.EPISODE);
    diagnosis.setRunId(RUN);
    diagnosis.setEpisodeId(episode);
    diagnosis.setAttempt(attempt);
    diagnosis.setEpisodeDiagnosis(whole);
    return diagnosis;
  }

  static CapabilityProfile profile(CapabilityKind kind, String name, long count) {
    CapabilityStatistics total = new CapabilityStatistics();
    total.setCount(count);
    CapabilityProfile profile = new CapabilityProfile();
    profile.setRunId(RUN);
    profile.setCapability(new Capability(kind, "*", name));
    profile.setTotal(total);
    return profile;
  }

  static PolicyUpdate update(long version, String digest) {
    PolicyUpdate update = new PolicyUpdate();
    update.setRunId(RUN);
    update.setVersion(version);
    update.setWeightsDigest(digest);
    return update;
  }

  static TrainingStep step(long batch) {
    TrainingStep step = new TrainingStep();
    step.setBatchNumber(batch);
    step.setVersion(batch + 1);
    return step;
  }

  static Failure failure(int partition, long offset) {
    Failure failure = new Failure();
    failure.setBoundary(Boundary.PARSE);
    failure.setReason("no event");
    failure.setSourcePartition(partition);
    failure.setSourceOffset(offset);
    return failure;
  }
}
