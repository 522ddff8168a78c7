package org.sealflow.jobs;

import java.util.Set;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.learn.LearnOperator;
import org.sealflow.learn.LearnOperatorFactory;
import org.sealflow.learn.sample.SampleFunction;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;

/**
 * The learner's half of the co-evolution job. What it puts out is written in transactions, so that
 * a version, and what its step measured, is seen once and never taken back.
 *
 * <pre>
 * training episodes ─► sample ─► learn ─┬─► policy-updates
 * rollout-batches ────────┼───────┘      └─► training-metrics
 *                         └─► failures
 * </pre>
 */
final class LearnStage {
  /** The topics it writes besides failures. */
  static final Set<Topic> TOPICS = Set.of(Topic.POLICY_UPDATES, Topic.TRAINING_METRICS);

  /** The learner does not share a slot: its memory and its threads are reckoned apart. */
  private static final String SLOT = "learner";

  private LearnStage() {}

  /**
   * The output of the stage.
   *
   * @param updates the policy's versions
   * @param steps what each step measured
   * @param failures events that break the token sequence of their episode
   */
  record Streams(
      DataStream<PolicyUpdate> updates,
      DataStream<TrainingStep> steps,
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
                new LearnOperatorFactory(settings.learn(), settings.model()))
            .setParallelism(1)
            .setMaxParallelism(1)
            .slotSharingGroup(slot(settings))
            .uid(OperatorIds.LEARN);
    return new Streams(
        updates,
        updates.getSideOutput(LearnOperator.STEPS),
        episodes.getSideOutput(SampleFunction.FAILURES));
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
  }
}
