package org.sealflow.jobs.bench.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.FileUtils;
import org.sealflow.ingest.RawRecord;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.live.RestPort;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;
import org.sealflow.verify.VerifySettings;

/**
 * What ended episodes leave behind in verification and diagnosis: the heap after a collection, the
 * state, what a checkpoint writes of it and how long it takes, again and again as episodes end.
 */
public final class StateBenchmark {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration HEARTBEAT = Duration.ofMillis(500);
  private static final double MIB = 1 << 20;

  private final Workload workload;
  private final Settings settings;
  private final Consumer<String> progress;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  /**
   * How to measure.
   *
   * @param episodes how many end
   * @param every after how many ended ones something is measured
   * @param parallelism instances of each operator
   * @param checkpointInterval time between checkpoints
   * @param backends how state is kept, one after the other: {@code hashmap}, {@code rocksdb}
   */
  public record Settings(
      long episodes,
      long every,
      int parallelism,
      Duration checkpointInterval,
      List<String> backends) {
    public Settings {
      backends = List.copyOf(backends);
    }
  }

  /**
   * A benchmark that has not run yet.
   *
   * @param workload of which the first task is played
   * @param progress is told what is measured
   */
  public StateBenchmark(Workload workload, Settings settings, Consumer<String> progress) {
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
  }

  /** A running job. */
  private record Running(JobClient job, URI checkpoints, long begun) {}

  /** Runs the benchmark. */
  public BenchResult run() throws Exception {
    List<BenchResult.Section> sections = new ArrayList<>();
    for (String backend : settings.backends()) {
      Path directory = Files.createTempDirectory("sealflow-state");
      try {
        sections.add(new BenchResult.Section(backend, figures(backend, start(backend, directory))));
      } finally {
        FileUtils.deleteDirectoryQuietly(directory.toFile());
      }
    }
    return new BenchResult("state", Machine.here(), sections, method());
  }

  private Running start(String backend, Path directory) throws Exception {
    JobSettings job = JobSettings.of("");
    Configuration configuration = CoEvolutionJob.configuration(job);
    int port = RestPort.choose(configuration);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.checkpointInterval());
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
    // A running job's accumulators come with heartbeats.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, HEARTBEAT);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(settings.parallelism(), configuration);
    CoEvolutionJob.define(
            records(environment),
            tasks(environment),
            VerifySettings.DEFAULT,
            job.execution().bufferTimeout())
        .diagnoses()
        .sinkTo(new DiscardingSink<>());
    JobClient client = environment.executeAsync("sealflow-bench");
    URI checkpoints =
        URI.create("http://127.0.0.1:" + port + "/jobs/" + client.getJobID() + "/checkpoints");
    return new Running(client, checkpoints, System.nanoTime());
  }

  /** Episodes go on after the last one that counts, so that there is a checkpoint with it. */
  private DataStream<RawRecord> records(StreamExecutionEnvironment environment) {
    List<TrajectoryEvent> events =
        EpisodeTemplate.of(workload.trajectories().get(0), "ended", Mode.EVAL).events();
    TrajectoryEvent last = TrajectoryEvent.newBuilder(events.get(events.size() - 1)).build();
    last.setSequence(events.get(0).getSequence() + 1);
    return environment
        .fromSequence(0, Long.MAX_VALUE / 4)
        .flatMap(new EndedEpisodes(events.get(0), last))
        .returns(TypeInformation.of(RawRecord.class));
  }

  private DataStream<TaskChange> tasks(StreamExecutionEnvironment environment) {
    return environment.fromData(
        workload.tasks().stream().map(TaskChange::of).toList(),
        TypeInformation.of(TaskChange.class));
  }

  private List<Figure> figures(String backend, Running running) throws Exception {
    List<Figure> figures = new ArrayList<>();
    try {
      for (long mark = settings.every(); mark <= settings.episodes(); mark += settings.every()) {
        figures.addAll(measured(backend, mark, running));
      }
    } finally {
      running.job().cancel().get();
    }
    return figures;
  }

  private List<Figure> measured(String backend, long mark, Running running) throws Exception {
    while (ended(running) < mark) {
      pause(running);
    }
    double perSecond = mark * 1e9 / (System.nanoTime() - running.begun());
    JsonNode checkpoint = checkpointSince(System.currentTimeMillis(), running);
    System.gc();
    double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
    double state = checkpoint.path("state_size").asLong() / MIB;
    double written = checkpoint.path("checkpointed_size").asLong() / MIB;
    long millis = checkpoint.path("end_to_end_duration").asLong();
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s, %,d ended: heap %.0f MiB, state %.1f MiB, checkpoint %.1f MiB in %,d ms, %,.0f/s",
            backend,
            mark,
            heap,
            state,
            written,
            millis,
            perSecond));
    String key = backend + mark;
    String at = String.format(Locale.ROOT, " at %,d ended episodes", mark);
    return List.of(
        Figure.measured(key + "HeapMebibytes", "MiB of heap in use" + at, heap),
        Figure.measured(key + "StateMebibytes", "MiB of state" + at, state),
        Figure.measured(key + "WrittenMebibytes", "MiB written by a checkpoint" + at, written),
        Figure.counted(key + "CheckpointMillis", "ms a checkpoint takes" + at, millis),
        Figure.measured(key + "EpisodesPerSecond", "episodes/s until then" + at, perSecond));
  }

  private static long ended(Running running) throws Exception {
    Ledger ledger = Ledger.of(running.job().getAccumulators().get());
    return ledger.started() - ledger.inFlight();
  }

  /** The first checkpoint that was begun after a time, milliseconds since the epoch. */
  private JsonNode checkpointSince(long time, Running running) throws Exception {
    while (true) {
      String answer =
          client
              .send(
                  HttpRequest.newBuilder(running.checkpoints()).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      JsonNode completed = json.readTree(answer).at("/latest/completed");
      if (completed.path("trigger_timestamp").asLong() >= time) {
        return completed;
      }
      pause(running);
    }
  }

  private static void pause(Running running) throws ExecutionException, InterruptedException {
    if (running.job().getJobExecutionResult().isDone()) {
      running.job().getJobExecutionResult().get();
    }
    LockSupport.parkNanos(PAUSE.toNanos());
  }

  private List<String> method() {
    return List.of(
        String.format(
            Locale.ROOT,
            "Episodes that begin and end at once, made in the process, through decoding,"
                + " verification and diagnosis at parallelism %d; no broker. Checkpoints every"
                + " %,d s to a local disk, incremental where the backend can.",
            settings.parallelism(),
            settings.checkpointInterval().toSeconds()),
        "Heap after a collection; of an ended episode a mark is kept for a day.");
  }
}
