package org.sealflow.learn.operator;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
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
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.weights.SnapshotHolds;
import org.sealflow.learn.weights.SnapshotStore;
import org.sealflow.learn.weights.WeightsStore;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

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

  private static final int INPUTS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LearnSettings settings;
  private final TrainablePolicyFactory policies;
  private final transient MailboxExecutor mailbox;
  private final transient PendingBatches pending;
  private final transient SnapshotHolds holds;
  private final transient Set<Integer> endedInputs = new HashSet<>();
  private transient LearnOperatorState state;
  private transient LearnerFiles files;
  private transient TrainingThread thread;
  private transient Trainer trainer;
  private transient LearningLoop loop;

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
    Environment environment = parameters.getContainingTask().getEnvironment();
    this.holds =
        new SnapshotHolds(environment.getJobID().toString(), retainedCheckpoints(environment));
  }

  private static int retainedCheckpoints(Environment environment) {
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
    state.readInto(pending);
    state.readInto(holds);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    files.begin(context.getCheckpointId(), loop.current());
    state.write(settings.runId(), loop.encoded(), pending, files.weights(), files.holds());
    state.writeNewest(loop.newest());
  }

  @Override
  public void open() throws Exception {
    super.open();
    int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    if (parallelism != 1) {
      throw new IllegalStateException(
          "the learner runs with parallelism " + parallelism + ", expected 1: it holds the policy");
    }
    InstantSource clock = () -> Instant.ofEpochMilli(now());
    trainer =
        new Trainer(
            settings,
            policies,
            new WeightsStore(directory(), scratch()),
            new SnapshotStore(new org.apache.flink.core.fs.Path(directory(), SNAPSHOTS), scratch()),
            clock);
    thread = new TrainingThread(mailbox);
    LearnMetrics metrics = new LearnMetrics(getMetricGroup());
    files = new LearnerFiles(settings, thread, trainer, metrics, state.weights(), holds);
    loop =
        new LearningLoop(
            settings.runId(),
            pending,
            metrics,
            thread,
            trainer,
            files,
            new SideOutputs(),
            state.learner(),
            state.newestUpdate());
    loop.open();
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

  private final class SideOutputs implements LearningLoop.Outputs {
    @Override
    public void publish(PolicyUpdate update) {
      output.collect(new StreamRecord<>(update, update.getPublishedAt().toEpochMilli()));
    }

    @Override
    public void measured(TrainingStep step, List<TrainingSample> samples) {
      long time = step.getEndedAt().toEpochMilli();
      output.collect(STEPS, new StreamRecord<>(step, time));
      samples.forEach(sample -> output.collect(SAMPLES, new StreamRecord<>(sample, time)));
    }
  }

  @Override
  public void processElement1(StreamRecord<TrainingEpisode> element) {
    loop.add(element.getValue());
  }

  @Override
  public void processElement2(StreamRecord<BatchManifest> element) {
    BatchManifest manifest = element.getValue();
    if (loop.plan(manifest)) {
      armDeadline(manifest.getBatchNumber());
      loop.trainNext();
    }
  }

  /** After a restart batches get their whole time anew: an outage makes nobody late. */
  private void armDeadline(long batch) {
    var unused =
        getProcessingTimeService()
            .registerTimer(now() + settings.batchDeadline().toMillis(), time -> loop.expire(batch));
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    files.complete(checkpointId, loop.current());
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
    loop.expireAll();
    while (isBusy()) {
      mailbox.yield();
    }
  }

  /** Whether the policy is being opened, or a step is under way whose end was not taken up yet. */
  boolean isBusy() {
    return loop.isBusy();
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
