package org.sealflow.learn.operator;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.SnapshotHolds;
import org.sealflow.learn.weights.StoredSnapshot;
import org.sealflow.learn.weights.StoredWeights;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the files that a learner has written, and deletes those that nothing needs any more:
 * weights of old versions, and its own snapshots that nothing can go back to. A deletion that fails
 * costs room, never the job, and is tried again after the next checkpoint.
 *
 * <p>All methods are called on the task's thread; deletions run on the learner's.
 */
final class LearnerFiles {
  private static final Logger LOG = LoggerFactory.getLogger(LearnerFiles.class);

  private final String runId;
  private final int keptVersions;
  private final TrainingThread thread;
  private final Trainer trainer;
  private final LearnMetrics metrics;
  private final SnapshotHolds holds;
  private final NavigableMap<Long, StoredWeights> weights = new TreeMap<>();

  /** Checkpoint → version it holds. Entries go with the completion of it or of a later one. */
  private final NavigableMap<Long, Long> versionOfCheckpoint = new TreeMap<>();

  /**
   * The files of a learner that begins or is restored.
   *
   * @param weights where versions are published
   * @param holds the job's own snapshots, and which checkpoints need them
   */
  LearnerFiles(
      LearnSettings settings,
      TrainingThread thread,
      Trainer trainer,
      LearnMetrics metrics,
      List<StoredWeights> weights,
      SnapshotHolds holds) {
    this.runId = settings.runId();
    this.keptVersions = settings.keptVersions();
    this.thread = thread;
    this.trainer = trainer;
    this.metrics = metrics;
    this.holds = holds;
    weights.forEach(this::published);
  }

  /** Takes in the weights of a version. */
  void published(StoredWeights stored) {
    weights.put(stored.version(), stored);
  }

  /** Takes in files of snapshots that were not there before. */
  void created(List<StoredSnapshot> snapshots) {
    snapshots.forEach(holds::wrote);
  }

  /** The weights of a version that has been published and is not deleted. */
  StoredWeights weights(long version) {
    return requireNonNull(weights.get(version), () -> "no weights of version " + version);
  }

  /** Where weights are published, by version. */
  List<StoredWeights> weights() {
    return List.copyOf(weights.values());
  }

  /** The job's own snapshots, and which checkpoints need them. */
  SnapshotHolds holds() {
    return holds;
  }

  /**
   * A checkpoint begins.
   *
   * @param state what it holds; null until the policy is open, while it holds what was restored
   */
  void begin(long checkpoint, @Nullable LearnerState state) {
    if (state != null) {
      holds.begin(checkpoint, state.model().inFile());
      versionOfCheckpoint.put(checkpoint, state.version());
    }
  }

  /** A checkpoint will never complete. */
  void abort(long checkpoint) {
    holds.abort(checkpoint);
  }

  /**
   * A checkpoint has completed: what it supersedes is deleted. Which versions are old is counted
   * from the newest one that readers of committed records see, the one of this checkpoint.
   *
   * @param state what the learner goes on from; null until the policy is open
   */
  void complete(long checkpoint, @Nullable LearnerState state) {
    holds.complete(checkpoint);
    deleteSnapshots(state);
    NavigableMap<Long, Long> completed = versionOfCheckpoint.headMap(checkpoint, true);
    if (!completed.isEmpty()) {
      long visible = completed.lastEntry().getValue();
      completed.clear();
      deleteWeightsBefore(visible - keptVersions + 1);
    }
  }

  private void deleteSnapshots(@Nullable LearnerState state) {
    Set<StoredSnapshot> released = holds.release(state == null ? null : state.model().inFile());
    if (!released.isEmpty()) {
      delete(
          "old snapshots",
          () -> trainer.deleteSnapshots(released),
          () -> {},
          // So that the next checkpoint tries again.
          () -> released.forEach(holds::wrote));
    }
  }

  /** Versions are forgotten once they are deleted, so that a restart deletes what was not. */
  private void deleteWeightsBefore(long oldest) {
    List<StoredWeights> dropped = List.copyOf(weights.headMap(oldest, false).values());
    List<StoredWeights> kept = List.copyOf(weights.tailMap(oldest, true).values());
    if (!dropped.isEmpty()) {
      delete(
          "old weights",
          () -> trainer.delete(dropped, kept),
          () -> weights.headMap(oldest, false).clear(),
          () -> {});
    }
  }

  private void delete(
      String what, ThrowingRunnable<Exception> deletion, Runnable deleted, Runnable failed) {
    thread.run(
        "delete " + what,
        () -> succeeds(what, deletion),
        success -> {
          if (success) {
            deleted.run();
          } else {
            metrics.cleanupFailed();
            failed.run();
          }
        });
  }

  private boolean succeeds(String what, ThrowingRunnable<Exception> deletion) {
    try {
      deletion.run();
      return true;
    } catch (Exception notDeleted) {
      LOG.warn(
          "run {}: cannot delete {}, which is tried again: {}", runId, what, notDeleted.toString());
      return false;
    }
  }
}
