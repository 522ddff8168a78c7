package org.sealflow.jobs.bench.learner;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.operator.LearnOperator;
import org.sealflow.learn.operator.LearnOperatorFactory;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;

/**
 * The learner's operator between sources that hold all batches and a log of its steps.
 *
 * <pre>
 * episodes ──┬─► learn ─► log
 * manifests ─┘
 * </pre>
 */
final class BarrierJob {
  /** The learner's name in the job. */
  static final String LEARN = "learn";

  private static final int HISTORY = 100_000;
  private static final Duration DEADLINE = Duration.ofHours(1);

  private BarrierJob() {}

  /**
   * Where the job reads and writes.
   *
   * @param model directory of the model
   * @param folder directory for weights and checkpoints
   * @param steps the log of steps
   */
  record Files(Path model, Path folder, Path steps) {}

  /** How the job is executed: checkpoints one behind the other, all of them remembered. */
  static Configuration configuration(Path folder, Duration interval) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve("checkpoints").toUri().toString());
    configuration.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, HISTORY);
    return configuration;
  }

  /** Attaches the job. */
  static void attach(StreamExecutionEnvironment environment, LearnerBatches batches, Files files) {
    SingleOutputStreamOperator<PolicyUpdate> updates =
        source(
                environment,
                "episodes",
                batches::episode,
                batches.episodes(),
                TypeInformation.of(TrainingEpisode.class))
            .connect(
                source(
                    environment,
                    "manifests",
                    batches::manifest,
                    batches.count(),
                    new AvroTypeInfo<>(BatchManifest.class)))
            .transform(
                LEARN,
                new AvroTypeInfo<>(PolicyUpdate.class),
                new LearnOperatorFactory(
                    settings(batches, files.folder()), policy(batches.shape(), files.model())));
    updates.sinkTo(new DiscardingSink<>());
    updates
        .getSideOutput(LearnOperator.STEPS)
        .map(new StepLog(files.steps()))
        .returns(Types.LONG)
        .name("log")
        .sinkTo(new DiscardingSink<>());
  }

  private static <T> DataStream<T> source(
      StreamExecutionEnvironment environment,
      String name,
      GeneratorFunction<Long, T> generator,
      long records,
      TypeInformation<T> type) {
    return environment.fromSource(
        new DataGeneratorSource<>(generator, Long.MAX_VALUE, new EmitOnce(records), type),
        WatermarkStrategy.noWatermarks(),
        name);
  }

  private static LearnSettings settings(LearnerBatches batches, Path folder) {
    String groups = Integer.toString(batches.groups());
    return new LearnSettings(
        LearnerBatches.RUN,
        "policy",
        LearnerSettings.parse(
            Map.of(
                "batch.groups", groups,
                "batch.plannedGroups", groups,
                "batch.miniBatchGroups", groups,
                "batch.groupSize", Integer.toString(batches.shape().rows()),
                "batch.epochs", "1")),
        1,
        batches.shape().rows() * batches.shape().tokens(),
        folder.resolve("weights").toUri().toString(),
        1,
        LearnSettings.DEFAULT_STATE_LIMIT_BYTES,
        DEADLINE);
  }

  private static ModelPolicyFactory policy(LearnerShape shape, Path model) {
    return new ModelPolicyFactory(
        model.toString(), shape.adapterRank(), 1, shape.tokens(), "cpu", shape.precision());
  }
}
