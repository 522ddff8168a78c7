package org.sealflow.jobs;

import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.settings.LearnerSlot;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.learn.BatchOutput;
import org.sealflow.learn.ForeignPolicyFactory;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.operator.LearnOperator;
import org.sealflow.learn.operator.LearnOperatorFactory;
import org.sealflow.learn.sample.SampleFunction;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

/**
 * The learner's half of the co-evolution job. What it puts out is written in transactions, so that
 * a version, and what its step measured, is seen once and never taken back.
 *
 * <pre>
 * training episodes ─► sample ─► learn ─┬─► policy-updates
 * rollout-batches ────────┼───────┘      ├─► training-metrics
 *                         └─► failures   └─► training-batches, where the settings say so
 * </pre>
 *
 * <p>Where a foreign trainer learns, it publishes the versions after 0 itself.
 */
final class LearnStage {
  private static final TopicUse TOPICS =
      transactional(Topic.POLICY_UPDATES).and(transactional(Topic.TRAINING_METRICS));

  /** The learner does not share a slot: its memory and its threads are reckoned apart. */
  private static final String SLOT = "learner";

  private LearnStage() {}

  /** The topics it writes besides failures. */
  static TopicUse topics(LearningSettings settings) {
    return settings.learn().batchOutput() == BatchOutput.NONE
        ? TOPICS
        : TOPICS.and(transactional(Topic.TRAINING_BATCHES));
  }

  /** A writer that starts looks among the producers of its topic, which takes the right to read. */
  private static TopicUse transactional(Topic topic) {
    return TopicUse.writing(topic).and(TopicUse.reading(topic));
  }

  /**
   * The output of the stage.
   *
   * @param updates the policy's versions
   * @param steps what each step measured
   * @param samples the episodes of settled batches
   * @param failures events that break the token sequence of their episode
   */
  record Streams(
      DataStream<PolicyUpdate> updates,
      DataStream<TrainingStep> steps,
      DataStream<TrainingSample> samples,
      DataStream<Failure> failures) {}

  /**
   * The topology of the stage.
   *
   * @param training training episodes with their steps
   * @param manifests batches as planned
   */
  static Streams define(
      DataStream<DiagnosedEpisode> training,
      DataStream<BatchManifest> manifests,
      LearningSettings settings) {
    SingleOutputStreamOperator<TrainingEpisode> episodes =
        training
            .process(new SampleFunction(settings.learn().learner().feedback().isOn()))
            .returns(TypeInformation.of(TrainingEpisode.class))
            .name("sample");
    SingleOutputStreamOperator<PolicyUpdate> updates =
        episodes
            .connect(manifests)
            .transform(
                "learn",
                new AvroTypeInfo<>(PolicyUpdate.class),
                new LearnOperatorFactory(settings.learn(), policies(settings)))
            .setParallelism(1)
            .setMaxParallelism(1)
            .slotSharingGroup(slot(settings))
            .uid(OperatorIds.LEARN);
    return new Streams(
        isForeign(settings) ? first(updates) : updates,
        updates.getSideOutput(LearnOperator.STEPS),
        updates.getSideOutput(LearnOperator.SAMPLES),
        episodes.getSideOutput(DeadLetters.FAILURES));
  }

  private static TrainablePolicyFactory policies(LearningSettings settings) {
    return isForeign(settings)
        ? new ForeignPolicyFactory(settings.model().contextLength())
        : settings.model();
  }

  private static boolean isForeign(LearningSettings settings) {
    return settings.learn().batchOutput() == BatchOutput.FOREIGN;
  }

  /** Stands in the learner's slot, of which there is one. */
  private static DataStream<PolicyUpdate> first(DataStream<PolicyUpdate> updates) {
    return updates
        .filter(update -> update.getVersion() == 0)
        .setParallelism(1)
        .name("first version");
  }

  private static SlotSharingGroup slot(LearningSettings settings) {
    LearnerSlot slot = settings.slot();
    return slot == null ? SlotSharingGroup.newBuilder(SLOT).build() : slot.group(SLOT);
  }

  /** Attaches the topics. */
  static void write(Streams streams, LearningSettings learning, KafkaOutputs outputs) {
    KafkaEnds.Transactional once =
        new KafkaEnds.Transactional(learning.learn().runId(), learning.transactionTimeout());
    outputs.writeOnce(
        streams.updates(),
        Topic.POLICY_UPDATES,
        PolicyUpdate.class,
        PolicyUpdate::getPolicyName,
        once,
        OperatorIds.UPDATES);
    outputs.writeOnce(
        streams.steps(),
        Topic.TRAINING_METRICS,
        TrainingStep.class,
        TrainingStep::getRunId,
        once,
        OperatorIds.STEPS);
    if (learning.learn().batchOutput() != BatchOutput.NONE) {
      outputs.writeOnce(
          streams.samples(),
          Topic.TRAINING_BATCHES,
          TrainingSample.class,
          TrainingSample::getRunId,
          once,
          OperatorIds.SAMPLES);
    }
  }
}
