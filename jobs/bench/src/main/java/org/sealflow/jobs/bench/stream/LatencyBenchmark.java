package org.sealflow.jobs.bench.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.bench.BenchBroker;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Durations;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnEnded;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Measures how long it takes from an event that ends a turn or an episode to its diagnosis being
 * read, both in Kafka, at a steady rate.
 */
public final class LatencyBenchmark {
  private static final Duration LONGEST_START = Duration.ofSeconds(60);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  private final Workload workload;
  private final Settings settings;
  private final Runnable pace;
  private final Consumer<String> progress;

  /**
   * How to measure.
   *
   * @param duration how long events are sent; what is sent in the first third is not measured
   * @param parallelism parallel instances of each operator; 0 for one per processor
   * @param partitions of each topic that is split by episode
   * @param checkpointInterval time between checkpoints
   * @param bufferTimeout longest time an event waits to be verified, and a record to be written
   */
  public record Settings(
      Duration duration,
      int parallelism,
      int partitions,
      Duration checkpointInterval,
      Duration bufferTimeout) {}

  /**
   * A benchmark that has not run yet.
   *
   * @param pace waits until the next event is due
   * @param progress is told what is being done
   */
  public LatencyBenchmark(
      Workload workload, Settings settings, Runnable pace, Consumer<String> progress) {
    this.workload = workload;
    this.settings = settings;
    this.pace = pace;
    this.progress = progress;
  }

  /**
   * An event whose diagnosis is awaited.
   *
   * @param nanos when it was handed to the producer
   * @param measured whether the first third was over
   */
  private record Sent(long nanos, boolean measured) {}

  /** Runs the benchmark. */
  public BenchResult run() throws Exception {
    // A producer that waits for company would add to each event's time.
    try (BenchBroker broker = BenchBroker.start(settings.partitions(), Map.of("linger.ms", "0"))) {
      sendTasks(broker.connection());
      JobClient job = start(broker);
      try {
        return measure(broker.connection());
      } finally {
        job.cancel().get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  private void sendTasks(Connection connection) {
    try (Publisher publisher = Publisher.open(connection)) {
      for (TaskRecord task : workload.tasks()) {
        publisher.task(task);
      }
      publisher.flush();
    }
  }

  private JobClient start(BenchBroker broker) throws Exception {
    progress.accept("starting the job");
    Connection connection = broker.connection();
    JobSettings jobSettings =
        JobSettings.of(KafkaSettings.of(connection.bootstrapServers(), connection.topics()))
            .with(
                ExecutionSettings.DEFAULT
                    .withParallelism(settings.parallelism())
                    .withCheckpointInterval(settings.checkpointInterval())
                    .withBufferTimeout(settings.bufferTimeout()));
    Configuration configuration = CoEvolutionJob.configuration(jobSettings);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, broker.checkpoints().toUri().toString());
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    CoEvolutionJob.attach(environment, jobSettings);
    return environment.executeAsync("sealflow-bench");
  }

  private BenchResult measure(Connection connection) throws InterruptedException {
    Arrivals arrivals = new Arrivals();
    try (TopicReader reader =
            TopicReader.open(connection, Topic.DIAGNOSES, StartPosition.earliest());
        Publisher publisher = Publisher.open(connection)) {
      Thread thread = new Thread(() -> arrivals.follow(reader), "bench-diagnoses");
      thread.setDaemon(true);
      thread.start();
      Feed feed = new Feed(publisher, arrivals);
      try {
        feed.untilDiagnosed();
        progress.accept(
            "sending for " + settings.duration().toSeconds() + " s, the first third unmeasured");
        feed.steadily();
        arrivals.awaitAll();
      } finally {
        reader.stop();
        thread.join(LONGEST_WAIT.toMillis());
      }
      return result(feed, arrivals);
    }
  }

  /** Sends the events. */
  private final class Feed {
    private final EventLoad load = new EventLoad(workload, Mode.EVAL);
    private final Publisher publisher;
    private final Arrivals arrivals;
    private long events;
    private long measuredEvents;
    private long measuredNanos;

    Feed(Publisher publisher, Arrivals arrivals) {
      this.publisher = publisher;
      this.arrivals = arrivals;
    }

    /** The job runs as soon as it diagnoses an episode. */
    void untilDiagnosed() throws InterruptedException {
      EpisodeTemplate first = load.templates().get(0);
      for (TrajectoryEvent event : first.events()) {
        event.setEpisodeId("start/" + event.getEpisodeId());
        send(first, event, new Sent(System.nanoTime(), false));
      }
      publisher.flush();
      arrivals.awaitAny(LONGEST_START);
    }

    void steadily() {
      long begun = System.nanoTime();
      long measureFrom = begun + settings.duration().toNanos() / 3;
      long end = begun + settings.duration().toNanos();
      load.endless(
          () -> System.nanoTime() < end,
          (template, event) -> {
            pace.run();
            long now = System.nanoTime();
            boolean measured = now >= measureFrom;
            send(template, event, new Sent(now, measured));
            events++;
            measuredEvents += measured ? 1 : 0;
          });
      measuredNanos = System.nanoTime() - measureFrom;
      publisher.flush();
    }

    private void send(EpisodeTemplate template, TrajectoryEvent event, Sent sent) {
      if (!template.diagnoses().get(event.getSequence()).isEmpty()) {
        arrivals.expect(event, sent);
      }
      if (!publisher.event(event)) {
        throw new UserError("an event of " + template.recordId() + " is too large for a message");
      }
    }

    double measuredPerSecond() {
      return measuredEvents * 1e9 / Math.max(1, measuredNanos);
    }
  }

  /** Reads the diagnoses and takes the time. */
  private static final class Arrivals {
    private final Map<String, Sent> awaited = new ConcurrentHashMap<>();
    private final Codec<Diagnosis> codec = Codec.of(Diagnosis.class);
    private final Durations durations = new Durations();
    private final CountDownLatch any = new CountDownLatch(1);
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

    /** Notes an event that a diagnosis follows from: the end of a turn or of the episode. */
    void expect(TrajectoryEvent event, Sent sent) {
      TurnEnded turn = event.getTurnEnded();
      awaited.put(key(event.getEpisodeId(), turn == null ? null : turn.getTurn()), sent);
    }

    private static String key(String episodeId, @Nullable Integer turn) {
      return turn + "/" + episodeId;
    }

    void follow(TopicReader reader) {
      try {
        reader.follow(this::take);
      } catch (RuntimeException broken) {
        failure.set(broken);
      }
    }

    private boolean take(ConsumerRecord<byte[], byte[]> record) {
      long now = System.nanoTime();
      Diagnosis diagnosis = decoded(record.value());
      TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
      Sent sent =
          awaited.remove(key(diagnosis.getEpisodeId(), turn == null ? null : turn.getTurn()));
      if (sent != null && sent.measured()) {
        durations.add(now - sent.nanos());
      }
      any.countDown();
      return true;
    }

    private Diagnosis decoded(byte[] value) {
      try {
        return codec.decode(value);
      } catch (UndecodableRecordException impossible) {
        throw new IllegalStateException("the job writes diagnoses", impossible);
      }
    }

    void awaitAny(Duration patience) throws InterruptedException {
      if (!any.await(patience.toSeconds(), TimeUnit.SECONDS)) {
        requireNoFailure();
        throw new UserError(
            "no diagnosis came within " + patience.toSeconds() + " s; is the machine overloaded?");
      }
    }

    void awaitAll() throws InterruptedException {
      long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
      while (!awaited.isEmpty() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      requireNoFailure();
    }

    private void requireNoFailure() {
      RuntimeException broken = failure.get();
      if (broken != null) {
        throw broken;
      }
    }
  }

  private BenchResult result(Feed feed, Arrivals arrivals) {
    Durations durations = arrivals.durations;
    return new BenchResult(
        "latency",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "workload",
                List.of(
                    Figure.counted("events", "events sent", feed.events),
                    Figure.measured(
                        "eventsPerSecond", "events per second", feed.measuredPerSecond()),
                    Figure.counted("measuredDiagnoses", "diagnoses measured", durations.count()),
                    Figure.counted(
                        "missingDiagnoses", "diagnoses missing", arrivals.awaited.size()),
                    Figure.measured(
                        "bufferTimeoutMilliseconds",
                        "buffer timeout, ms",
                        settings.bufferTimeout().toNanos() / 1e6))),
            new BenchResult.Section(
                "event to diagnosis, Kafka to Kafka",
                List.of(
                    Figure.measured(
                        "p50Milliseconds", "p50, ms", durations.millis(0.5), Goal.atMost(5)),
                    Figure.measured("p90Milliseconds", "p90, ms", durations.millis(0.9)),
                    Figure.measured(
                        "p99Milliseconds", "p99, ms", durations.millis(0.99), Goal.atMost(50)),
                    Figure.measured("maxMilliseconds", "longest, ms", durations.millis(1))))),
        List.of(
            "Broker, cluster, producer and reader share this process and its processors.",
            "Time goes from handing the event that ends a turn or an episode to the producer until"
                + " a consumer has its diagnosis; the first third of the events is not measured."));
  }
}
