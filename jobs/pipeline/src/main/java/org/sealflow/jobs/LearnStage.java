package org.sealflow.jobs;

import java.time.Duration;
import java.util.Set;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.sealflow.learn.LearnOperator;
import org.sealflow.learn.LearnOperatorFactory;
import org.sealflow.learn.sample.SampleFunction;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.verify.ReceivedEvent;

/**
 * The learner's half of the co-evolution job. What it puts out is written in transactions, so that
 * a version, and what its step measured, is seen once and never taken back.
 *
 * <pre>
 * events ───────────────────► sample ─► learn ─┬─► policy-updates
 * diagnoses of training ────────┘ │       │    └─► training-metrics
 * rollout-batches ────────────────┼───────┘
 *                                 └─► failures
 * </pre>
 */
final class LearnStage {
  /** The topics it writes besides failures. */
  static final Set<Topic> TOPICS = Set.of(Topic.POLICY_UPDATES, Topic.TRAINING_METRICS);

  /** The learner does not share a slot: its memory and its threads are reckoned apart. */
  private static final String SLOT = "learner";

  private LearnStage() {}

  /**
   * What the stage reads.
   *
   * @param events what happens in the rollouts
   * @param training diagnoses of training episodes, each episode's in order
   * @param manifests batches as planned
   */
  record Inputs(
      DataStream<ReceivedEvent> events,
      DataStream<Diagnosis> training,
      DataStream<BatchManifest> manifests) {}

  /**
   * What the stage puts out.
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
   * @param memory how long an episode is remembered after its last event
   */
  static Streams define(Inputs inputs, LearningSettings settings, Duration memory) {
    SingleOutputStreamOperator<TrainingEpisode> episodes =
        inputs
            .events()
            .keyBy(received -> received.event().getEpisodeId())
            .connect(inputs.training().keyBy(Diagnosis::getEpisodeId))
            .process(new SampleFunction(memory, settings.learn().learner().feedback().isOn()))
            .returns(TypeInformation.of(TrainingEpisode.class))
            .name("sample")
            .uid(OperatorIds.SAMPLE);
    SingleOutputStreamOperator<PolicyUpdate> updates =
        episodes
            .connect(inputs.manifests())
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
