package org.sealflow.learn.operator;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.step.SettledBatch;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.SnapshotHolds;
import org.sealflow.learn.weights.SnapshotStore;
import org.sealflow.learn.weights.StoredSnapshot;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.learn.weights.WeightsStore;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns a policy: episodes on the first input, manifests of batches on the second, in any order;
 * out come the policy's versions, 0 at the start and k + 1 after batch k. Parallelism is 1.
 *
 * <p>Opening, training and writing weights happen on a thread of their own. The end of a step is
 * one action of the mailbox: it takes the new state over, forgets the batch and puts the version
 * out, whose weights are durable by then. So a checkpoint holds either all of a step or nothing of
 * it; a barrier never waits for one; and a step that is lost is made again from the same state and
 * the same episodes.
 */
public final class LearnOperator extends AbstractStreamOperator<PolicyUpdate>
    implements TwoInputStreamOperator<TrainingEpisode, BatchManifest, PolicyUpdate>,
        BoundedMultiInput {
  private static final long serialVersionUID = 1L;

  /** Measures of each step. */
  public static final OutputTag<TrainingStep> STEPS =
      new OutputTag<>("training-steps", new AvroTypeInfo<>(TrainingStep.class));

  /** Episodes that steps trained on, where the settings put them out. */
  public static final OutputTag<TrainingSample> SAMPLES =
      new OutputTag<>("training-samples", new AvroTypeInfo<>(TrainingSample.class));

  /** Directory beside the weights that holds snapshots too large for checkpoints. */
  static final String SNAPSHOTS = "snapshots";

  private static final Logger LOG = LoggerFactory.getLogger(LearnOperator.class);

  private static final int INPUTS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LearnSettings settings;
  private final TrainablePolicyFactory policies;
  private final transient MailboxExecutor mailbox;
  private final transient PendingBatches pending;
  private final transient SnapshotHolds holds;
  private final transient Set<Integer> endedInputs = new HashSet<>();
  private transient LearnOperatorState state;

  /** Where weights were published before this start. */
  private transient List<StoredWeights> restoredWeights;

  private transient LearnerFiles files;
  private transient LearnMetrics learnMetrics;
  private transient TrainingThread thread;
  private transient Trainer trainer;

  /** The learner's state, as the next checkpoint holds it. */
  private transient List<byte[]> encoded;

  /** The newest version put out; null before version 0. */
  private transient @Nullable PolicyUpdate newest;

  /** The same; null until the policy is open. */
  private transient @Nullable LearnerState current;

  private transient boolean busy;

  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  LearnOperator(
      StreamOperatorParameters<PolicyUpdate> parameters,
      LearnSettings settings,
      TrainablePolicyFactory policies) {
    super(parameters);
    this.settings = settings;
    this.policies = policies;
    this.mailbox = parameters.getMailboxExecutor();
    this.pending = new PendingBatches(settings.runId(), settings.learner());
    this.holds = new SnapshotHolds(retainedCheckpoints(parameters));
  }

  private static int retainedCheckpoints(StreamOperatorParameters<PolicyUpdate> parameters) {
    Environment environment = parameters.getContainingTask().getEnvironment();
    Configuration cluster = environment.getTaskManagerInfo().getConfiguration();
    return Math.max(
        environment.getJobConfiguration().get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS),
        cluster.get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS));
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state = new LearnOperatorState(context.getOperatorStateStore());
    state.requireRun(settings.runId());
    encoded = state.learner();
    state.readInto(pending);
    newest = state.newestUpdate();
    restoredWeights = state.weights();
    holds.restore(state.snapshots());
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    files.begin(context.getCheckpointId(), current);
    state.write(settings.runId(), encoded, pending, files.weights(), files.holds());
    state.writeNewest(newest);
  }

  @Override
  public void open() throws Exception {
    super.open();
    int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    if (parallelism != 1) {
      throw new IllegalStateException(
          "the learner runs with parallelism " + parallelism + ", expected 1: it holds the policy");
    }
    learnMetrics = new LearnMetrics(getMetricGroup());
    InstantSource clock = () -> Instant.ofEpochMilli(now());
    trainer =
        new Trainer(
            settings,
            policies,
            new WeightsStore(directory(), scratch()),
            new SnapshotStore(new org.apache.flink.core.fs.Path(directory(), SNAPSHOTS), scratch()),
            clock);
    thread = new TrainingThread(mailbox);
    files = new LearnerFiles(settings, thread, trainer, learnMetrics, restoredWeights, holds);
    busy = true;
    List<byte[]> restored = encoded;
    Set<StoredSnapshot> held = holds.files();
    thread.run("open its policy", () -> trainer.open(restored, held), this::opened);
    for (BatchManifest manifest : pending.manifests()) {
      armDeadline(manifest.getBatchNumber());
    }
  }

  private org.apache.flink.core.fs.Path directory() {
    return new org.apache.flink.core.fs.Path(
        new org.apache.flink.core.fs.Path(settings.weightsDirectory(), settings.runId()),
        settings.policyName());
  }

  private Path scratch() {
    return Path.of(
        getContainingTask().getEnvironment().getTaskManagerInfo().getTmpDirectories()[0]);
  }

  private long now() {
    return getProcessingTimeService().getCurrentProcessingTime();
  }

  private void opened(OpenedPolicy opened) {
    busy = false;
    take(opened.state(), opened.encoded());
    if (opened.update() != null) {
      publish(requireNonNull(opened.weights()), opened.update());
    } else if (newest != null) {
      // The transaction that held it may have been lost, and readers take a version twice as once.
      say(newest);
      LOG.info(
          "run {}: learner restored at version {}, which is said again",
          settings.runId(),
          newest.getVersion());
    }
    trainNext();
  }

  private void take(LearnerState next, List<byte[]> chunks) {
    current = next;
    encoded = chunks;
    pending.startAt(next.version());
    learnMetrics.version(next.version());
  }

  private void publish(StoredWeights weights, PolicyUpdate update) {
    files.published(weights);
    newest = update;
    say(update);
    LOG.info("run {}: version {} published", settings.runId(), weights.version());
  }

  private void say(PolicyUpdate update) {
    output.collect(new StreamRecord<>(update, update.getPublishedAt().toEpochMilli()));
  }

  @Override
  public void processElement1(StreamRecord<TrainingEpisode> element) {
    if (pending.add(element.getValue())) {
      trainNext();
    } else {
      learnMetrics.ignoredEpisode();
    }
  }

  @Override
  public void processElement2(StreamRecord<BatchManifest> element) {
    BatchManifest manifest = element.getValue();
    boolean lowered = pending.lowerRate(manifest);
    if (pending.plan(manifest)) {
      armDeadline(manifest.getBatchNumber());
      trainNext();
    } else if (!lowered) {
      learnMetrics.ignoredManifest();
    }
  }

  /** After a restart batches get their whole time anew: an outage makes nobody late. */
  private void armDeadline(long batch) {
    var unused =
        getProcessingTimeService()
            .registerTimer(
                now() + settings.batchDeadline().toMillis(),
                time -> {
                  pending.expire(batch);
                  trainNext();
                });
  }

  /** Begins the next step unless one is under way or its batch has not settled. */
  private void trainNext() {
    learnMetrics.waiting(pending.count(), pending.queuedGroups());
    LearnerState from = current;
    Optional<SettledBatch> batch = pending.settled();
    if (busy || from == null || batch.isEmpty()) {
      return;
    }
    busy = true;
    LOG.info("run {}: batch {} has settled", settings.runId(), from.version());
    StoredWeights weights = files.weights(from.version());
    int queued = pending.queuedGroups();
    thread.run(
        "make step " + from.version(),
        () -> trainer.step(from, weights, batch.get(), queued),
        this::stepped);
  }

  private void stepped(StepResult result) {
    busy = false;
    take(result.next(), result.encoded());
    publish(result.weights(), result.update());
    TrainingStep step = result.step();
    output.collect(STEPS, new StreamRecord<>(step, step.getEndedAt().toEpochMilli()));
    for (TrainingSample sample : result.samples()) {
      output.collect(SAMPLES, new StreamRecord<>(sample, step.getEndedAt().toEpochMilli()));
    }
    learnMetrics.step(step);
    trainNext();
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    files.complete(checkpointId, current);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    super.notifyCheckpointAborted(checkpointId);
    files.abort(checkpointId);
  }

  /** At the end of both inputs nothing can come any more: what has settled is learned from. */
  @Override
  public void endInput(int inputId) throws Exception {
    endedInputs.add(inputId);
    if (endedInputs.size() < INPUTS) {
      return;
    }
    pending.expireAll();
    trainNext();
    while (isBusy()) {
      mailbox.yield();
    }
  }

  /** Whether the policy is being opened, or a step is under way whose end was not taken up yet. */
  boolean isBusy() {
    return busy;
  }

  @Override
  public void close() throws Exception {
    if (thread != null) {
      trainer.cancel();
      thread.close(trainer::close, PATIENCE);
    }
    super.close();
  }
}
