package org.sealflow.jobs.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * How many events go through the live job, against a bare job that reads and writes the same bytes
 * in the same process.
 */
public final class PipelineBenchmark {
  /** The next run begins at the events again: no offsets are kept. */
  private static final Map<String, String> NO_OFFSETS = Map.of("commit.offsets.on.checkpoint", "false");

  private final Workload workload;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * How to measure.
   *
   * @param records events to send, at least; whole episodes are
   * @param parallelism parallel instances of each operator
   * @param partitions of each topic that is split by episode
   * @param warmupRuns runs of each job before anything is measured
   * @param runs runs of each job that are measured
   * @param bufferTimeout longest time a record waits to be sent on between operators
   */
  public record Settings(
      long records,
      int parallelism,
      int partitions,
      int warmupRuns,
      int runs,
      Duration bufferTimeout) {}

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   */
  public PipelineBenchmark(Workload workload, Settings settings, Consumer<String> progress) {
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
  }

  /** A job to run to its end. */
  @FunctionalInterface
  private interface Job {
    void attach(StreamExecutionEnvironment environment, JobSettings settings);
  }

  /** What a run left in the output topic. */
  private static final class Output {
    private long records;
    private long bytes;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;
    private long cpuNanos;

    boolean take(ConsumerRecord<byte[], byte[]> record) {
      records++;
      bytes += record.serializedKeySize() + record.serializedValueSize();
      firstMillis = Math.min(firstMillis, record.timestamp());
      lastMillis = Math.max(lastMillis, record.timestamp());
      return true;
    }

    double perSecond(long events) {
      return events * 1e3 / Math.max(1, lastMillis - firstMillis);
    }

    double cpuMicros(long events) {
      return cpuNanos / 1e3 / events;
    }
  }

  /** What was measured of a job over its runs. */
  private static final class Measured {
    private final Medians perSecond = new Medians();
    private final Medians cpuMicros = new Medians();

    void add(Output output, long events) {
      perSecond.add(output.perSecond(events));
      cpuMicros.add(output.cpuMicros(events));
    }
  }

  /** The topics after everything was sent. */
  private record Input(long events, long bytes, BareJob.Plan plan) {}

  /** Runs the benchmark. */
  public BenchResult run() throws Exception {
    try (BenchBroker broker = BenchBroker.start(settings.partitions(), Map.of())) {
      Input input = send(broker.connection());
      Job live = (environment, jobSettings) -> CoEvolutionJob.attach(environment, jobSettings);
      Job bare =
          (environment, jobSettings) -> BareJob.attach(environment, jobSettings, input.plan());
      for (int i = 0; i < settings.warmupRuns(); i++) {
        progress.accept("warming up, run " + (i + 1) + " of " + settings.warmupRuns());
        run(broker, live);
        run(broker, bare);
      }
      Measured ofLive = new Measured();
      Measured ofBare = new Measured();
      Output output = new Output();
      for (int i = 0; i < settings.runs(); i++) {
        progress.accept("measuring, run " + (i + 1) + " of " + settings.runs());
        output = run(broker, live);
        Output same = run(broker, bare);
        requireSame(output, same);
        ofLive.add(output, input.events());
        ofBare.add(same, input.events());
        progress.accept(
            String.format(
                Locale.ROOT,
                "  %,.0f events per second, the bare job %,.0f",
                output.perSecond(input.events()),
                same.perSecond(input.events())));
System.err.printf("DBG cpu %.1f %.1f%n", output.cpuMicros(input.events()), same.cpuMicros(input.events()));
      }
      return result(input, output, ofLive, ofBare);
    }
  }

  private Input send(Connection connection) {
    EventLoad load = new EventLoad(workload);
    long events;
    try (Publisher publisher = Publisher.open(connection)) {
      for (TaskRecord task : workload.tasks()) {
        publisher.task(task);
      }
      progress.accept("sending " + settings.records() + " events");
      events = load.whole(settings.records(), (template, event) -> publisher.event(event));
      publisher.flush();
    }
    Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    PlanMaker maker = new PlanMaker(load);
    try (TopicReader reader =
        TopicReader.open(connection, Topic.TRAJECTORIES, StartPosition.earliest())) {
      reader.readToEnd(record -> maker.take(record, codec));
    }
    return new Input(events, maker.bytes, maker.plan());
  }

  /** Notes where each event stands in the topic. */
  private static final class PlanMaker {
    private final EventLoad load;
    private final int[] firstEvents;
    private final List<List<byte[]>> diagnoses = new ArrayList<>();
    private final Map<Integer, int[]> events = new HashMap<>();
    private long bytes;

    PlanMaker(EventLoad load) {
      this.load = load;
      this.firstEvents = new int[load.templates().size()];
      for (int i = 0; i < firstEvents.length; i++) {
        firstEvents[i] = diagnoses.size();
        diagnoses.addAll(load.templates().get(i).diagnoses());
      }
    }

    boolean take(ConsumerRecord<byte[], byte[]> record, Codec<TrajectoryEvent> codec) {
      bytes += record.serializedKeySize() + record.serializedValueSize();
      int offset = (int) record.offset();
      int[] known = events.getOrDefault(record.partition(), new int[1024]);
      if (offset >= known.length) {
        known = Arrays.copyOf(known, Math.max(offset + 1, 2 * known.length));
      }
      TrajectoryEvent event = decoded(record.value(), codec);
      known[offset] = firstEvents[load.template(event.getEpisodeId())] + event.getSequence();
      events.put(record.partition(), known);
      return true;
    }

    private static TrajectoryEvent decoded(byte[] value, Codec<TrajectoryEvent> codec) {
      try {
        return codec.decode(value);
      } catch (UndecodableRecordException impossible) {
        throw new IllegalStateException("this process has just sent the event", impossible);
      }
    }

    BareJob.Plan plan() {
      int partitions = events.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
      int[][] byPartition = new int[partitions][];
      for (int i = 0; i < partitions; i++) {
        byPartition[i] = events.getOrDefault(i, new int[0]);
      }
      return new BareJob.Plan(byPartition, diagnoses);
    }
  }

  private Output run(BenchBroker broker, Job job) throws Exception {
    Connection connection = broker.connection();
    JobSettings defaults = JobSettings.of(connection.bootstrapServers());
    JobSettings jobSettings =
        new JobSettings(
            connection.bootstrapServers(),
            connection.topics().prefix(),
            NO_OFFSETS,
            settings.parallelism(),
            defaults.checkpointInterval(),
            settings.bufferTimeout(),
            defaults.deadline(),
            true);
    Configuration configuration = CoEvolutionJob.configuration(jobSettings);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, broker.checkpoints().toUri().toString());
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(settings.parallelism(), configuration);
    job.attach(environment, jobSettings);
    Instant begun = Instant.now();
    try (CpuMeter meter = CpuMeter.start()) {
      environment.execute("sealflow-bench");
      Output output = output(connection, begun);
      output.cpuNanos = meter.cpuNanos(output.firstMillis, output.lastMillis);
      return output;
    }
  }

  private static Output output(Connection connection, Instant begun) {
    Output output = new Output();
    try (TopicReader reader =
        TopicReader.open(connection, Topic.DIAGNOSES, StartPosition.at(begun))) {
      reader.readToEnd(output::take);
    }
    return output;
  }

  private static void requireSame(Output live, Output bare) {
    if (live.records != bare.records || live.bytes != bare.bytes) {
      throw new IllegalStateException(
          "the live job wrote "
              + live.records
              + " records of "
              + live.bytes
              + " bytes, the bare job "
              + bare.records
              + " of "
              + bare.bytes
              + ": they cannot be compared");
    }
  }

  private BenchResult result(Input input, Output output, Measured live, Measured bare) {
    return new BenchResult(
        "pipeline",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "workload",
                List.of(
                    Figure.counted("records", "events in", input.events()),
                    Figure.counted("bytesIn", "bytes in", input.bytes()),
                    Figure.counted("diagnoses", "diagnoses out", output.records),
                    Figure.counted("bytesOut", "bytes out", output.bytes),
                    Figure.counted("parallelism", "parallelism", settings.parallelism()))),
            new BenchResult.Section(
                "the job",
                List.of(
                    Figure.measured("recordsPerSecond", "events per second", live.perSecond.median()),
                    Figure.measured(
                        "cpuMicrosecondsPerRecord",
                        "µs of CPU per event, whole process",
                        live.cpuMicros.median()))),
            new BenchResult.Section(
                "baseline: a bare job",
                List.of(
                    Figure.measured(
                        "bareRecordsPerSecond", "events per second", bare.perSecond.median()),
                    Figure.measured(
                        "bareCpuMicrosecondsPerRecord",
                        "µs of CPU per event, whole process",
                        bare.cpuMicros.median()),
                    Figure.measured(
                        "shareOfBareJob",
                        "share of its rate that the job reaches",
                        live.perSecond.median() / bare.perSecond.median(),
                        Goal.atLeast(0.6)),
                    Figure.measured(
                        "shareOfBareJobByCpu",
                        "the same by CPU time",
                        bare.cpuMicros.median() / live.cpuMicros.median())))),
        List.of(
            "Broker, cluster and clients share this process. Medians of "
                + live.perSecond.count()
                + " runs of each job, taking turns after "
                + settings.warmupRuns()
                + " unmeasured ones.",
            "Time and CPU go from the first to the last diagnosis by the producer's timestamps, so"
                + " that starting and stopping a job does not count.",
            "The bare job reads and writes the same topics and as many records of the same sizes,"
                + " made beforehand; it neither decodes nor shuffles."));
  }
}
