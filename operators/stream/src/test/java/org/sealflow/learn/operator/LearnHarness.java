package org.sealflow.learn.operator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TestingModel;
import org.sealflow.learn.TestingPolicy;
import org.sealflow.learn.TestingSamples;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

/** A learner whose mailbox the test works off, of a testing policy unless said otherwise. */
public final class LearnHarness implements AutoCloseable {
  private static final JobID JOB = new JobID(0, 1);

  final TestingPolicy.Hooks hooks = new TestingPolicy.Hooks();
  private final MockEnvironment environment;
  private final AbstractStreamOperatorTestHarness<PolicyUpdate> harness;

  private LearnHarness(
      LearnSettings settings,
      @Nullable TrainablePolicyFactory given,
      @Nullable OperatorSubtaskState restored)
      throws Exception {
    this(settings, given, restored, JOB);
  }

  private LearnHarness(
      LearnSettings settings,
      @Nullable TrainablePolicyFactory given,
      @Nullable OperatorSubtaskState restored,
      JobID job)
      throws Exception {
    TestingPolicy.Hooks mine = hooks;
    TrainablePolicyFactory policies = given == null ? ignored -> new TestingPolicy(mine) : given;
    environment = new MockEnvironmentBuilder().setJobID(job).build();
    harness =
        new AbstractStreamOperatorTestHarness<>(
            new LearnOperatorFactory(settings, policies), environment);
    harness.setup();
    if (restored == null) {
      harness.initializeEmptyState();
    } else {
      harness.initializeState(restored);
    }
  }

  private static LearnSettings settings(Path directory) {
    return TestingSamples.settings(directory.toUri().toString());
  }

  /** A learner that begins. */
  public static LearnHarness started(Path directory) throws Exception {
    return opened(new LearnHarness(settings(directory), null, null));
  }

  /** A learner that begins with other settings. */
  public static LearnHarness started(LearnSettings settings) throws Exception {
    return opened(new LearnHarness(settings, null, null));
  }

  /** A learner that goes on. */
  public static LearnHarness restored(Path directory, OperatorSubtaskState state) throws Exception {
    return opened(new LearnHarness(settings(directory), null, state));
  }

  /** A learner that goes on with other settings. */
  public static LearnHarness restored(LearnSettings settings, OperatorSubtaskState state)
      throws Exception {
    return opened(new LearnHarness(settings, null, state));
  }

  /** A learner of another job that goes on. */
  static LearnHarness restoredByAnotherJob(LearnSettings settings, OperatorSubtaskState state)
      throws Exception {
    return opened(new LearnHarness(settings, null, state, new JobID()));
  }

  /** A learner of a model's adapters; it goes on where a state is given. */
  static LearnHarness ofModel(Path directory, Path model, @Nullable OperatorSubtaskState state)
      throws Exception {
    return opened(new LearnHarness(settings(directory), TestingModel.adapters(model), state));
  }

  /** A learner of policies made elsewhere; it goes on where a state is given. */
  public static LearnHarness of(
      LearnSettings settings, TrainablePolicyFactory policies, @Nullable OperatorSubtaskState state)
      throws Exception {
    return opened(new LearnHarness(settings, policies, state));
  }

  private static LearnHarness opened(LearnHarness learner) throws Exception {
    learner.harness.open();
    return learner;
  }

  private TwoInputStreamOperator<TrainingEpisode, BatchManifest, PolicyUpdate> operator() {
    return (LearnOperator) harness.getOperator();
  }

  void episode(TrainingEpisode episode) throws Exception {
    operator().processElement1(new StreamRecord<>(episode));
  }

  void manifest(BatchManifest manifest) throws Exception {
    operator().processElement2(new StreamRecord<>(manifest));
  }

  /** An episode or a manifest. */
  public void element(Object element) throws Exception {
    if (element instanceof TrainingEpisode episode) {
      episode(episode);
    } else {
      manifest((BatchManifest) element);
    }
  }

  public void batch(long batch) throws Exception {
    manifest(TestingSamples.manifest(batch));
    for (TrainingEpisode episode : TestingSamples.episodes(batch)) {
      episode(episode);
    }
  }

  /** Works the mailbox off until there are so many versions. */
  public List<PolicyUpdate> awaitVersions(int count) throws Exception {
    while (versions().size() < count) {
      harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
    }
    return versions();
  }

  /** The versions that a restored learner makes, behind the newest one that it says again. */
  public List<PolicyUpdate> awaitNew(int count) throws Exception {
    return awaitVersions(count + 1).subList(1, count + 1);
  }

  /** Waits for the end of what the training thread does, and takes it up. */
  void awaitMail() throws Exception {
    harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
  }

  /** Works the mailbox off until a version is out. */
  List<PolicyUpdate> awaitVersion(long version) throws Exception {
    while (versions().stream().noneMatch(update -> update.getVersion() == version)) {
      harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
    }
    return versions();
  }

  /** Works the mailbox off until the learner has nothing to do. */
  public void awaitIdle() throws Exception {
    while (isStepUnderWay()) {
      harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
    }
  }

  /** Whether the policy is being opened, or a step's end was not taken up yet. */
  boolean isStepUnderWay() {
    return ((LearnOperator) harness.getOperator()).isBusy();
  }

  /** Works off what is in the mailbox now. */
  public void work() throws Exception {
    var mail = harness.getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
    while (mail.isPresent()) {
      Mail next = mail.get();
      next.run();
      mail = harness.getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
    }
  }

  boolean hasMail() {
    return harness.getTaskMailbox().hasMail();
  }

  public List<PolicyUpdate> versions() {
    return harness.extractOutputValues();
  }

  public List<TrainingStep> steps() {
    var side = harness.getSideOutput(LearnOperator.STEPS);
    return side == null
        ? List.of()
        : new ArrayList<>(side.stream().map(StreamRecord::getValue).toList());
  }

  public List<TrainingSample> samples() {
    var side = harness.getSideOutput(LearnOperator.SAMPLES);
    return side == null
        ? List.of()
        : new ArrayList<>(side.stream().map(StreamRecord::getValue).toList());
  }

  void time(long millis) throws Exception {
    harness.setProcessingTime(millis);
  }

  public OperatorSubtaskState snapshot(long checkpoint) throws Exception {
    return harness.snapshot(checkpoint, checkpoint);
  }

  public void completed(long checkpoint) throws Exception {
    harness.notifyOfCompletedCheckpoint(checkpoint);
  }

  void aborted(long checkpoint) throws Exception {
    ((LearnOperator) harness.getOperator()).notifyCheckpointAborted(checkpoint);
  }

  void endInput(int input) throws Exception {
    ((LearnOperator) harness.getOperator()).endInput(input);
  }

  // Flink's own close could throw an InterruptedException out of try-with-resources.
  @Override
  public void close() {
    try {
      harness.close();
      environment.close();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }
}
