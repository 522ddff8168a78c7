package org.sealflow.learn.operator;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.step.SettledBatch;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.StoredSnapshot;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a step of each batch that has settled, in their order, and puts out what came of it. All
 * methods are called on the task's thread; opening and training run on the learner's, and the end
 * of each is one action on the task's.
 */
final class LearningLoop {
  /** The takers of what comes out. */
  interface Outputs {
    /** A version of the policy; its weights are durable. */
    void publish(PolicyUpdate update);

    /** The measures of a step, with the episodes it trained on if they are asked for. */
    void measured(TrainingStep step, List<TrainingSample> samples);
  }

  private static final Logger LOG = LoggerFactory.getLogger(LearningLoop.class);

  private final String runId;
  private final PendingBatches pending;
  private final LearnMetrics metrics;
  private final TrainingThread thread;
  private final Trainer trainer;
  private final LearnerFiles files;
  private final Outputs outputs;

  /** The learner's state, as the next checkpoint holds it. */
  private List<byte[]> encoded;

  /** The newest version put out; null before version 0. */
  private @Nullable PolicyUpdate newest;

  /** The learner's state; null until the policy is open. */
  private @Nullable LearnerState current;

  private boolean busy;

  /**
   * A loop that begins, or goes on from a checkpoint.
   *
   * @param encoded the learner's state as chunks; empty before version 0
   * @param newest the newest version put out; null before version 0
   */
  LearningLoop(
      String runId,
      PendingBatches pending,
      LearnMetrics metrics,
      TrainingThread thread,
      Trainer trainer,
      LearnerFiles files,
      Outputs outputs,
      List<byte[]> encoded,
      @Nullable PolicyUpdate newest) {
    this.runId = runId;
    this.pending = pending;
    this.metrics = metrics;
    this.thread = thread;
    this.trainer = trainer;
    this.files = files;
    this.outputs = outputs;
    this.encoded = encoded;
    this.newest = newest;
  }

  /** Opens the policy; batches wait until it is open. */
  void open() {
    busy = true;
    List<byte[]> restored = encoded;
    List<StoredWeights> published = files.weights();
    thread.run("open its policy", () -> trainer.open(restored, published), this::opened);
  }

  private void opened(OpenedPolicy opened) {
    busy = false;
    take(opened.state(), opened.encoded(), opened.created());
    if (opened.update() != null) {
      publish(requireNonNull(opened.weights()), opened.update());
    } else {
      if (opened.weights() != null) {
        writtenAgain(opened.weights());
      }
      sayAgain();
    }
    trainNext();
  }

  private void writtenAgain(StoredWeights weights) {
    files.published(weights);
    if (newest != null) {
      newest =
          PolicyUpdate.newBuilder(newest)
              .setWeightsUri(weights.uri())
              .setWeightsDigest(weights.digest())
              .setFormat(weights.format())
              .build();
    }
    LOG.info(
        "run {}: the weights of version {} were gone and are written again to {}",
        runId,
        weights.version(),
        weights.uri());
  }

  /** The transaction that held it may have been lost, and readers take a version twice as once. */
  private void sayAgain() {
    if (newest != null) {
      outputs.publish(newest);
      LOG.info(
          "run {}: learner restored at version {}, which is said again",
          runId,
          newest.getVersion());
    }
  }

  private void take(LearnerState next, List<byte[]> chunks, List<StoredSnapshot> created) {
    files.created(created);
    current = next;
    encoded = chunks;
    pending.startAt(next.version());
    metrics.version(next.version());
  }

  private void publish(StoredWeights weights, PolicyUpdate update) {
    files.published(weights);
    newest = update;
    outputs.publish(update);
    LOG.info("run {}: version {} published", runId, weights.version());
  }

  /** Takes an episode in. */
  void add(TrainingEpisode episode) {
    if (pending.add(episode)) {
      trainNext();
    } else {
      metrics.ignoredEpisode();
    }
  }

  /**
   * Takes the manifest of a batch in.
   *
   * @return whether its batch is new, and is to be given up when its time is up
   */
  boolean plan(BatchManifest manifest) {
    boolean lowered = pending.lowerRate(manifest);
    boolean planned = pending.plan(manifest);
    if (!planned && !lowered) {
      metrics.ignoredManifest();
    }
    return planned;
  }

  /** The time of a batch is up. */
  void expire(long batch) {
    pending.expire(batch);
    trainNext();
  }

  /** Nothing can come any more. */
  void expireAll() {
    pending.expireAll();
    trainNext();
  }

  /** Begins the next step unless one is under way or its batch has not settled. */
  void trainNext() {
    metrics.waiting(pending.count(), pending.queuedGroups());
    LearnerState from = current;
    Optional<SettledBatch> batch = pending.settled();
    if (busy || from == null || batch.isEmpty()) {
      return;
    }
    busy = true;
    LOG.info("run {}: batch {} has settled", runId, from.version());
    StoredWeights weights = files.weights(from.version());
    int queued = pending.queuedGroups();
    thread.run(
        "make step " + from.version(),
        () -> trainer.step(from, weights, batch.get(), queued),
        this::stepped);
  }

  private void stepped(StepResult result) {
    busy = false;
    take(result.next(), result.encoded(), result.created());
    publish(result.weights(), result.update());
    outputs.measured(result.step(), result.samples());
    metrics.step(result.step());
    trainNext();
  }

  /** Whether the policy is being opened, or a step is under way whose end was not taken up yet. */
  boolean isBusy() {
    return busy;
  }

  /** The learner's state as chunks. */
  List<byte[]> encoded() {
    return encoded;
  }

  /** The newest version put out; null before version 0. */
  @Nullable PolicyUpdate newest() {
    return newest;
  }

  /** The learner's state; null until the policy is open. */
  @Nullable LearnerState current() {
    return current;
  }
}
