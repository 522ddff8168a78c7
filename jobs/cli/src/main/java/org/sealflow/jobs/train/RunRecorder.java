package org.sealflow.jobs.train;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.live.OutageTeller;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.live.TopicFollower;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.JsonLines;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Follows a run's topics from their beginning, keeps its files, and knows how it stands. The topics
 * are the truth: a run that goes on reads them again and writes the same files.
 */
final class RunRecorder implements AutoCloseable {
  private final String runId;
  private final JsonLines batchLines;
  private final JsonLines stepLines;
  private final JsonLines patchLines;
  private final List<TopicFollower> followers = new ArrayList<>();
  private final Map<Long, BatchCount> open = new TreeMap<>();
  private final Map<String, Long> places = new HashMap<>();
  private final Map<String, List<Diagnosis>> turnsWaiting = new HashMap<>();
  private final TreeMap<Long, BatchLine> batches = new TreeMap<>();
  private final TreeMap<Long, TrainingStep> steps = new TreeMap<>();
  private final TreeMap<Long, PolicyUpdate> updates = new TreeMap<>();
  private final Map<String, EnvironmentPatch> patches = new TreeMap<>();
  private final List<LoweredRate> lowerings = new ArrayList<>();
  private @Nullable BatchManifest newestManifest;
  private @Nullable Long lastVersion;

  private RunRecorder(RunDirectory run) {
    this.runId = run.runId();
    this.batchLines = JsonLines.anew(run.batches());
    this.stepLines = JsonLines.anew(run.steps());
    this.patchLines = JsonLines.anew(run.patches());
  }

  /**
   * Begins to record.
   *
   * @param lines takes a line if the broker does not answer, from any thread
   */
  static RunRecorder open(Connection broker, RunDirectory run, Consumer<String> lines) {
    RunRecorder recorder = new RunRecorder(run);
    OutageTeller outages = new OutageTeller(broker, lines);
    recorder.follow(broker, Topic.ROLLOUT_BATCHES, BatchManifest.class, recorder::take, outages);
    recorder.follow(broker, Topic.TRAJECTORIES, TrajectoryEvent.class, recorder::take, outages);
    recorder.follow(broker, Topic.DIAGNOSES, Diagnosis.class, recorder::take, outages);
    recorder.follow(broker, Topic.TRAINING_METRICS, TrainingStep.class, recorder::take, outages);
    recorder.follow(broker, Topic.POLICY_UPDATES, PolicyUpdate.class, recorder::take, outages);
    recorder.follow(broker, Topic.ENVIRONMENT_PATCHES, PatchRecord.class, recorder::take, outages);
    return recorder;
  }

  private <T extends SpecificRecordBase> void follow(
      Connection broker,
      Topic topic,
      Class<T> recordClass,
      Consumer<T> taker,
      OutageTeller outages) {
    followers.add(
        TopicFollower.open(broker, topic, StartPosition.earliest(), recordClass, taker, outages));
  }

  private synchronized void take(BatchManifest manifest) {
    if (manifest.getRunId().equals(runId) && manifest.getMode() == Mode.TRAIN) {
      long number = manifest.getBatchNumber();
      note(manifest);
      if (!batches.containsKey(number)) {
        open.computeIfAbsent(number, BatchCount::new).plan(manifest);
        settle(number);
      }
    }
  }

  /** Holds what the learner makes of lowerings: each counts once, for the batches behind it. */
  private void note(BatchManifest manifest) {
    long planned = newestManifest == null ? -1 : newestManifest.getBatchNumber();
    RateLowering lowering = manifest.getRateLowering();
    if (lowering != null && lowering.getNumber() > LoweredRate.last(lowerings)) {
      lowerings.add(new LoweredRate(lowering, planned + 1));
    }
    if (manifest.getLast()) {
      lastVersion = manifest.getBatchNumber() + 1;
    }
    if (manifest.getBatchNumber() > planned) {
      newestManifest = manifest;
    }
  }

  private synchronized void take(TrajectoryEvent event) {
    if (!event.getRunId().equals(runId)) {
      return;
    }
    EpisodeStarted started = event.getEpisodeStarted();
    if (started != null && started.getBatchNumber() != null) {
      places.put(event.getEpisodeId(), started.getBatchNumber());
    }
    Long batch = places.get(event.getEpisodeId());
    if (batch != null && !batches.containsKey(batch)) {
      open.computeIfAbsent(batch, BatchCount::new).add(event);
      settle(batch);
    }
  }

  /** Turns do not say their batch; they wait for the episode that does. */
  private synchronized void take(Diagnosis diagnosis) {
    if (!diagnosis.getRunId().equals(runId)) {
      return;
    }
    String episodeId = diagnosis.getEpisodeId();
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    if (episode == null) {
      turnsWaiting.computeIfAbsent(episodeId, any -> new ArrayList<>()).add(diagnosis);
      return;
    }
    List<Diagnosis> turns = turnsWaiting.remove(episodeId);
    Long number = episode.getBatchNumber();
    if (number == null || episode.getMode() != Mode.TRAIN || batches.containsKey(number)) {
      return;
    }
    BatchCount batch = open.computeIfAbsent(number, BatchCount::new);
    if (turns != null) {
      turns.forEach(batch::add);
    }
    batch.add(diagnosis);
    settle(number);
  }

  private void settle(long number) {
    BatchCount batch = open.get(number);
    if (batch != null && batch.isComplete()) {
      BatchLine line = batch.line();
      batches.put(number, line);
      batchLines.write(line);
      open.remove(number);
      places.values().removeIf(each -> each == number);
    }
  }

  private synchronized void take(TrainingStep step) {
    if (step.getRunId().equals(runId) && steps.put(step.getVersion(), step) == null) {
      stepLines.line(PlainJson.line(step));
    }
  }

  private synchronized void take(PolicyUpdate update) {
    if (update.getRunId().equals(runId)) {
      updates.put(update.getVersion(), update);
    }
  }

  private synchronized void take(PatchRecord record) {
    EnvironmentPatch patch = record.getPatch();
    if (patch == null || !patch.getRunId().equals(runId)) {
      return;
    }
    EnvironmentPatch before = patches.put(record.getPatchKey(), patch);
    if (before == null
        || before.getState() != patch.getState()
        || !before.getContentDigest().equals(patch.getContentDigest())) {
      patchLines.line(PlainJson.line(patch));
    }
  }

  /** The newest version published, with its weights; empty before version 0. */
  synchronized Optional<PolicyUpdate> newest() {
    return updates.isEmpty() ? Optional.empty() : Optional.of(updates.lastEntry().getValue());
  }

  /** A version as it was published; null if it is not known. */
  synchronized @Nullable PolicyUpdate update(long version) {
    return updates.get(version);
  }

  /** Versions known above one, in order. */
  synchronized List<PolicyUpdate> updatesAfter(long version) {
    return List.copyOf(updates.tailMap(version, false).values());
  }

  /** Completed batches, in order. */
  synchronized List<BatchLine> batches() {
    return List.copyOf(batches.values());
  }

  /** The last batch planned so far; empty before the first. */
  synchronized Optional<BatchManifest> newestManifest() {
    return Optional.ofNullable(newestManifest);
  }

  /** The version that the run ends with; empty before its budget of tokens is spent. */
  synchronized Optional<Long> lastVersion() {
    return Optional.ofNullable(lastVersion);
  }

  /** Lowerings of the learning rate, in order. */
  synchronized List<LoweredRate> lowerings() {
    return List.copyOf(lowerings);
  }

  /** Steps of the learner, in order. */
  synchronized List<TrainingStep> steps() {
    return List.copyOf(steps.values());
  }

  /** Patches shown now, by key. */
  synchronized List<EnvironmentPatch> activePatches() {
    return patches.values().stream()
        .filter(patch -> patch.getState() == PatchState.ACTIVE)
        .toList();
  }

  /**
   * Makes what reading stumbled over known.
   *
   * @throws RuntimeException the failure of a thread that reads
   */
  void requireReading() {
    followers.forEach(TopicFollower::requireReading);
  }

  @Override
  public void close() {
    followers.forEach(TopicFollower::close);
    // What they have brought by now.
    activePatches().forEach(patch -> patchLines.line(PlainJson.line(patch)));
    batchLines.close();
    stepLines.close();
    patchLines.close();
  }
}
