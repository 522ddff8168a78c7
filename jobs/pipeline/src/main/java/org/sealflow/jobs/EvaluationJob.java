package org.sealflow.jobs;

import java.util.Collection;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.diagnose.DiagnoseFunction;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutNotice;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;
import org.sealflow.verify.Verified;
import org.sealflow.verify.VerifySettings;

/**
 * Measures a policy: episodes are played, verified and diagnosed in one bounded job, without a
 * broker and without patches.
 *
 * <pre>
 * start ─► plan ─► play ─► verify ─► diagnose ─► diagnoses
 * tasks ────────────┴────────┘
 * </pre>
 */
public final class EvaluationJob {
  /** The name the job runs under. */
  public static final String NAME = "sealflow-evaluate";

  private EvaluationJob() {}

  /** The output of the job. */
  public record Streams(
      DataStream<TrajectoryEvent> trajectories, DataStream<Diagnosis> diagnoses) {}

  /** The topology. */
  public static Streams define(
      StreamExecutionEnvironment environment,
      Collection<TaskRecord> tasks,
      RolloutPlan plan,
      RolloutSettings rules,
      PolicyFactory policies,
      VerifySettings verification) {
    DataStream<TaskChange> records =
        environment
            .fromData(
                tasks.stream().map(TaskChange::of).toList(), TypeInformation.of(TaskChange.class))
            .name("tasks");
    DataStream<TrajectoryEvent> events =
        RolloutJob.define(
                RolloutJob.start(environment, plan),
                records.map(RolloutNotice::of, TypeInformation.of(RolloutNotice.class)),
                plan,
                rules,
                policies)
            .trajectories();
    SingleOutputStreamOperator<Verified> verified =
        CoEvolutionJob.verify(
            events.map(EvaluationJob::received, TypeInformation.of(ReceivedEvent.class)),
            records,
            verification);
    return new Streams(
        events,
        verified
            .process(new DiagnoseFunction())
            .returns(new AvroTypeInfo<>(Diagnosis.class))
            .name("diagnose")
            .uid(OperatorIds.DIAGNOSE));
  }

  /** An event as verification receives it; where no topic is between, it has no position. */
  private static ReceivedEvent received(TrajectoryEvent event) {
    return new ReceivedEvent(event, "", 0, 0, 0);
  }
}
