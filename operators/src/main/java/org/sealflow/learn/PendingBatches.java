package org.sealflow.learn;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;

/**
 * The batches that no step has consumed. How many there can be is the planner's to bound: it starts
 * no batch more than the greatest staleness ahead.
 */
final class PendingBatches {
  private final String runId;
  private final LearnerSettings settings;
  private final NavigableMap<Long, PendingBatch> batches = new TreeMap<>();
  private long next;

  /** The batches of a run. */
  PendingBatches(String runId, LearnerSettings settings) {
    this.runId = runId;
    this.settings = settings;
  }

  /** Forgets the batches before this one: no step takes them any more. */
  void startAt(long batch) {
    next = batch;
    batches.headMap(batch, false).clear();
  }

  /**
   * Takes a manifest in.
   *
   * @return whether it is new, of this run, for training, and of a batch to come
   */
  boolean plan(BatchManifest manifest) {
    return manifest.getRunId().equals(runId)
        && manifest.getMode() == Mode.TRAIN
        && manifest.getBatchNumber() >= next
        && batch(manifest.getBatchNumber()).plan(manifest);
  }

  /**
   * Takes an episode in.
   *
   * @return whether it is of this run and can still count
   */
  boolean add(TrainingEpisode episode) {
    return episode.runId().equals(runId)
        && episode.place().batchNumber() >= next
        && batch(episode.place().batchNumber()).add(episode);
  }

  private PendingBatch batch(long number) {
    return batches.computeIfAbsent(
        number,
        created -> new PendingBatch(settings.reward(), settings.batch().dropZeroVariance()));
  }

  /** Settles what is incomplete of a batch; nothing where it is consumed. */
  void expire(long number) {
    PendingBatch batch = batches.get(number);
    if (batch != null) {
      batch.expire();
    }
  }

  /** Settles what is incomplete of all planned batches. */
  void expireAll() {
    batches.values().stream()
        .filter(batch -> batch.manifest().isPresent())
        .forEach(PendingBatch::expire);
  }

  /** The next batch, once it has settled. */
  Optional<SettledBatch> settled() {
    PendingBatch batch = batches.get(next);
    return batch == null ? Optional.empty() : batch.settledBatch();
  }

  /** Settled groups of the batches behind the next one. */
  int queuedGroups() {
    return batches.tailMap(next, false).values().stream()
        .mapToInt(PendingBatch::settledGroups)
        .sum();
  }

  /** Number of batches of which something is there. */
  int count() {
    return batches.size();
  }

  /** The episodes that are there, in an order of their own. */
  List<TrainingEpisode> episodes() {
    return batches.values().stream().flatMap(batch -> batch.episodes().stream()).toList();
  }

  /** The manifests that are there, by batch. */
  List<BatchManifest> manifests() {
    return batches.values().stream().flatMap(batch -> batch.manifest().stream()).toList();
  }

  /** The batches whose time is up. */
  List<Long> expired() {
    return batches.entrySet().stream()
        .filter(entry -> entry.getValue().isExpired())
        .map(Map.Entry::getKey)
        .toList();
  }
}
