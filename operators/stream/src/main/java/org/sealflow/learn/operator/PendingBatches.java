package org.sealflow.learn.operator;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.step.SettledBatch;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RateLowering;

/**
 * The batches that no step has consumed. How many there can be is the planner's to bound: it starts
 * no batch more than the greatest staleness ahead.
 *
 * <p>A guard that lowers the learning rate repeats a manifest with its wish in it. All manifests of
 * a run have one key, so they have one order; the wish holds for the manifests behind it in that
 * order, and is written into them as they are taken in. Which batches are trained at which rate is
 * therefore a fact of the log: a step that is made again after a restart has the rate it had.
 */
final class PendingBatches {
  private final String runId;
  private final LearnerSettings settings;
  private final NavigableMap<Long, PendingBatch> batches = new TreeMap<>();
  private long next;
  private @Nullable RateLowering lowering;

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
    return isOurs(manifest)
        && manifest.getBatchNumber() >= next
        && batch(manifest.getBatchNumber()).plan(atRateInForce(manifest));
  }

  private boolean isOurs(BatchManifest manifest) {
    return manifest.getRunId().equals(runId) && manifest.getMode() == Mode.TRAIN;
  }

  private BatchManifest atRateInForce(BatchManifest manifest) {
    return lowering == null
        ? manifest
        : BatchManifest.newBuilder(manifest).setRateLowering(lowering).build();
  }

  /**
   * Lowers the rate of the batches whose manifests are taken in from here on, this one's included,
   * where the manifest says so.
   *
   * @return whether it does, and for the first time
   */
  boolean lowerRate(BatchManifest manifest) {
    RateLowering told = manifest.getRateLowering();
    boolean known = told == null || (lowering != null && told.getNumber() <= lowering.getNumber());
    if (known || !isOurs(manifest)) {
      return false;
    }
    lowering = told;
    return true;
  }

  /** The lowering of the rate for the batches to come; empty before the first. */
  Optional<RateLowering> lowering() {
    return Optional.ofNullable(lowering);
  }

  /** Goes on with a lowering, after the manifests that were taken in before. */
  void restore(RateLowering inForce) {
    lowering = inForce;
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
        created ->
            new PendingBatch(
                settings.reward(), settings.batch().drop(), settings.weighting().credit()));
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
