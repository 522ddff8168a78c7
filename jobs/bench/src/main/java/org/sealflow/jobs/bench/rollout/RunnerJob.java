package org.sealflow.jobs.bench.rollout;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.sealflow.rollout.EpisodeRunnerFactory;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutNotice;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;

/**
 * The episode runner between a source of requests and a counter, with a policy behind a server.
 *
 * <pre>
 * requests ─┬─► play ─► count
 * tasks ────┘
 * </pre>
 */
final class RunnerJob {
  private static final String RUN = "bench";
  private static final LocalDate TODAY = LocalDate.parse("2026-01-15");
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private RunnerJob() {}

  /**
   * The episodes to play.
   *
   * @param tasks the tasks, one after the other and again
   * @param records their records and those they refer to
   * @param episodes how many episodes, or {@link Long#MAX_VALUE}
   * @param perSecond most requests per second: what comes before the tasks are known is kept, so it
   *     should not be many times what can be played
   */
  record Load(List<PlannedTask> tasks, List<TaskRecord> records, long episodes, double perSecond) {
    Load {
      tasks = List.copyOf(tasks);
      records = List.copyOf(records);
    }
  }

  /**
   * How the job is executed; what it counts is known half a second later.
   *
   * @param parallelism runners
   */
  static Configuration configuration(int parallelism) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, HEARTBEAT);
    return configuration;
  }

  /**
   * Attaches the job.
   *
   * @param inFlight episodes each runner plays at the same time; as many requests wait
   * @param baseUrl where the server's paths begin
   * @param originSecond the first second answers are counted in, seconds since the epoch
   */
  static void attach(
      StreamExecutionEnvironment environment,
      Load load,
      int inFlight,
      String baseUrl,
      long originSecond) {
    RolloutSettings rules = RolloutSettings.DEFAULT.asOf(TODAY).withLimits(inFlight, inFlight);
    requests(environment, load)
        .rebalance()
        .connect(notices(environment, load.records()).broadcast())
        .transform(
            "play",
            new AvroTypeInfo<>(TrajectoryEvent.class),
            new EpisodeRunnerFactory(rules, policies(baseUrl)))
        .process(new TallyFunction(originSecond))
        .returns(TypeInformation.of(Long.class))
        .name("count")
        .sinkTo(new DiscardingSink<>());
  }

  private static DataStream<EpisodeRequest> requests(
      StreamExecutionEnvironment environment, Load load) {
    return environment
        .fromSource(
            new DataGeneratorSource<>(
                requests(load.tasks()),
                load.episodes(),
                RateLimiterStrategy.perSecond(load.perSecond()),
                TypeInformation.of(EpisodeRequest.class)),
            WatermarkStrategy.noWatermarks(),
            "requests")
        .setParallelism(1);
  }

  private static GeneratorFunction<Long, EpisodeRequest> requests(List<PlannedTask> tasks) {
    return number -> request(number, tasks.get((int) (number % tasks.size())));
  }

  private static EpisodeRequest request(long number, PlannedTask task) {
    String group = RUN + "/b0/g" + number;
    return new EpisodeRequest(
        RUN,
        group + "/s0",
        0,
        task.taskId(),
        task.digest(),
        group,
        0,
        1,
        0,
        Mode.TRAIN,
        Arm.HOLDOUT,
        1,
        1,
        0,
        512,
        number,
        0,
        -1,
        List.of(),
        null);
  }

  private static DataStream<RolloutNotice> notices(
      StreamExecutionEnvironment environment, List<TaskRecord> records) {
    return environment
        .fromData(
            records.stream().map(TaskChange::of).map(RolloutNotice::of).toList(),
            TypeInformation.of(RolloutNotice.class))
        .name("tasks");
  }

  /** One try per answer: what fails is to be counted, not hidden. */
  private static PolicyFactory policies(String baseUrl) {
    OpenAiSettings settings =
        OpenAiSettings.of(baseUrl, "bench").withAttempts(1, Duration.ofMillis(500));
    return new OpenAiPolicyFactory(settings, null);
  }
}
