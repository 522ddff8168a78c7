package org.sealflow.jobs.bench.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.bench.BenchBroker;
import org.sealflow.jobs.bench.BenchResult;
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
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.settings.TimeSpans;

/**
 * Measures how many events go through the live job, against bare jobs that read and write the same
 * bytes in the same process.
 */
public final class PipelineBenchmark {
  /** The next run begins at the events again: no offsets are kept. */
  private static final Map<String, String> NO_OFFSETS =
      Map.of("commit.offsets.on.checkpoint", "false");

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
   * @param bufferTimeout longest time an event waits to be verified, and a record to be written
   * @param checkpointInterval time between checkpoints
   * @param modes what the episodes are for, at least one; those for training are profiled, and
   *     patches are made of them
   */
  public record Settings(
      long records,
      int parallelism,
      int partitions,
      int warmupRuns,
      int runs,
      Duration bufferTimeout,
      Duration checkpointInterval,
      Set<Mode> modes) {
    public Settings {
      modes = EnumSet.copyOf(modes);
    }
  }

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

  /**
   * The topics after everything was sent.
   *
   * @param bytes keys and values
   * @param diagnoses how many records the events lead to
   * @param diagnosisBytes their keys and values
   */
  private record Input(
      long events, long bytes, long diagnoses, long diagnosisBytes, BareJob.Plan plan) {}

  /** The episodes of a mode on a broker of their own, and the jobs that read them. */
  private final class Side implements AutoCloseable {
    private final Mode mode;
    private final BenchBroker broker;
    private final Input input;
    private final JobContender live;
    private final JobContender contract;
    private final JobContender decoding;
    private final JobContender copying;

    Side(Mode mode) {
      this.mode = mode;
      this.broker = BenchBroker.start(settings.partitions(), Map.of());
      try {
        this.input = send(broker.connection(), mode);
      } catch (RuntimeException failed) {
        broker.close();
        throw failed;
      }
      live = new JobContender(named("the job"), CoEvolutionJob::attach);
      contract =
          new JobContender(
              named("the contract job"),
              (environment, jobSettings) ->
                  BareJob.attachContract(environment, jobSettings, input.plan()));
      decoding =
          new JobContender(
              named("the decoding job"),
              (environment, jobSettings) ->
                  BareJob.attachDecoding(environment, jobSettings, input.plan()));
      copying =
          new JobContender(
              named("the copying job"),
              (environment, jobSettings) ->
                  BareJob.attachCopying(environment, jobSettings, input.plan()));
    }

    private String named(String job) {
      return mode == Mode.TRAIN ? job + " in training" : job;
    }

    private String prefix(String key) {
      return mode == Mode.TRAIN ? "training" + JobContender.capitalized(key) : key;
    }

    List<JobContender> contenders() {
      return List.of(live, contract, decoding, copying);
    }

    JobRun run(JobContender contender) throws Exception {
      JobRun output = PipelineBenchmark.this.run(broker, contender.job());
      requireSame(contender, output, input);
      return output;
    }

    List<BenchResult.Section> sections() {
      return List.of(
          new BenchResult.Section(
              named("the job"),
              List.of(
                  live.rateFigure(prefix("")),
                  live.processorFigure(prefix("")),
                  live.compilerFigure(prefix("")))),
          baseline(named("baseline: a bare job under the same contracts"), "bare", contract, true),
          baseline(
              named("baseline: events decoded and brought together by episode"),
              "decoding",
              decoding,
              false),
          baseline(named("baseline: bytes copied"), "copying", copying, false));
    }

    private BenchResult.Section baseline(
        String title, String name, JobContender bare, boolean isGoal) {
      String shareKey = prefix("shareOf" + JobContender.capitalized(name) + "Job");
      String shareLabel = "share of its rate that the job reaches";
      double share = live.perSecond() / bare.perSecond();
      return new BenchResult.Section(
          title,
          List.of(
              bare.rateFigure(prefix(name)),
              bare.processorFigure(prefix(name)),
              bare.compilerFigure(prefix(name)),
              isGoal
                  ? Figure.measured(shareKey, shareLabel, share, Goal.atLeast(0.6))
                  : Figure.measured(shareKey, shareLabel, share),
              Figure.measured(
                  prefix("processorShareOf" + JobContender.capitalized(name) + "Job"),
                  "its CPU per event as a share of the job's",
                  bare.cpuMicros() / live.cpuMicros())));
    }

    @Override
    public void close() {
      broker.close();
    }
  }

  /** Runs the benchmark. */
  public BenchResult run() throws Exception {
    List<Side> sides = new ArrayList<>();
    try {
      for (Mode mode : settings.modes()) {
        sides.add(new Side(mode));
      }
      for (int i = 1; i <= settings.warmupRuns(); i++) {
        progress.accept("warming up, run " + i + " of " + settings.warmupRuns());
        for (Side side : sides) {
          for (JobContender contender : side.contenders()) {
            side.run(contender);
          }
        }
      }
      for (int i = 1; i <= settings.runs(); i++) {
        for (Side side : sides) {
          for (JobContender contender : side.contenders()) {
            measure(side, contender, i);
          }
        }
      }
      return result(sides);
    } finally {
      sides.forEach(Side::close);
    }
  }

  private void measure(Side side, JobContender contender, int run) throws Exception {
    JobRun output = side.run(contender);
    long events = side.input.events();
    contender.add(output, events);
    progress.accept(
        String.format(
            Locale.ROOT,
            "run %d of %d: %,.0f events per second through %s",
            run,
            settings.runs(),
            output.perSecond(events),
            contender.name()));
  }

  private Input send(Connection connection, Mode mode) {
    EventLoad load = new EventLoad(workload, mode);
    long events;
    try (Publisher publisher = Publisher.open(connection)) {
      for (TaskRecord task : workload.tasks()) {
        publisher.task(task);
      }
      progress.accept("sending " + settings.records() + " events");
      events =
          load.whole(settings.records(), (template, event) -> send(template, event, publisher));
      publisher.flush();
    }
    PlanMaker maker = new PlanMaker(load);
    try (TopicReader reader =
        TopicReader.open(connection, Topic.TRAJECTORIES, StartPosition.earliest())) {
      reader.readToEnd(maker::take);
    }
    return new Input(
        events, maker.bytes(), maker.diagnosesOut(), maker.diagnosisBytes(), maker.plan());
  }

  private static void send(EpisodeTemplate template, TrajectoryEvent event, Publisher publisher) {
    if (!publisher.event(event)) {
      throw new UserError("an event of " + template.recordId() + " is too large for a message");
    }
  }

  private JobRun run(BenchBroker broker, JobRun.Job job) throws Exception {
    Connection connection = broker.connection();
    JobSettings jobSettings =
        JobSettings.of(
                new KafkaSettings(
                    connection.bootstrapServers(), connection.topics().prefix(), NO_OFFSETS))
            .with(
                ExecutionSettings.DEFAULT
                    .withParallelism(settings.parallelism())
                    .withBufferTimeout(settings.bufferTimeout())
                    .withCheckpointInterval(settings.checkpointInterval())
                    .bounded(true));
    return JobRun.of(job, jobSettings, connection, broker.checkpoints());
  }

  private static void requireSame(JobContender contender, JobRun output, Input input) {
    if (output.records() != input.diagnoses() || output.bytes() != input.diagnosisBytes()) {
      throw new IllegalStateException(
          contender.name()
              + " wrote "
              + output.records()
              + " records of "
              + output.bytes()
              + " bytes, expected "
              + input.diagnoses()
              + " of "
              + input.diagnosisBytes()
              + ": the jobs cannot be compared");
    }
  }

  private BenchResult result(List<Side> sides) {
    Input input = sides.get(0).input;
    List<BenchResult.Section> sections = new ArrayList<>();
    sections.add(
        new BenchResult.Section(
            "workload",
            List.of(
                Figure.counted("records", "events in", input.events()),
                Figure.counted("bytesIn", "bytes in", input.bytes()),
                Figure.counted("diagnoses", "diagnoses out", input.diagnoses()),
                Figure.counted("bytesOut", "bytes out", input.diagnosisBytes()),
                Figure.counted("parallelism", "parallelism", settings.parallelism()))));
    sides.forEach(side -> sections.addAll(side.sections()));
    if (sides.size() > 1) {
      sections.add(
          new BenchResult.Section(
              "training beside evaluation",
              List.of(
                  Figure.measured(
                      "trainingProcessorRatio",
                      "CPU per event in training, times that in evaluation",
                      sides.get(0).live.cpuMicros() / sides.get(1).live.cpuMicros(),
                      Goal.atMost(1.5)))));
    }
    return new BenchResult("pipeline", Machine.here(), sections, method());
  }

  private List<String> method() {
    return List.of(
        "Broker, cluster and clients share this process. Medians of "
            + settings.runs()
            + " runs of each job, taking turns after "
            + settings.warmupRuns()
            + " unmeasured ones. A checkpoint each "
            + TimeSpans.text(settings.checkpointInterval())
            + ".",
        "Time and CPU go from the first to the last diagnosis by the producer's timestamps, so"
            + " that starting and stopping a job does not count. CPU is what a machine shared with"
            + " others distorts least; that of the just-in-time compiler is apart where the system"
            + " tells it, as Linux does, and else a part of it.",
        "The just-in-time compiler shares the processors: where it is at work for much of the time"
            + " per event, the runs were too short to tell how fast the job is in the long run.",
        "All jobs read the same topics and write as many records of the same sizes; the bare jobs'"
            + " were made beforehand and are found by the position of the event.",
        "Under the same contracts: reads, decodes and checks each event, brings events together by"
            + " episode, drops duplicates by sequence, keeps each episode's events in state until"
            + " it ends, a deadline for each and the memory of those that ended; encodes each"
            + " diagnosis and writes it under its episode's key. It executes and judges nothing.",
        "Decoded and brought together: the same without state, and with diagnoses that were encoded"
            + " beforehand. Copied: without decoding and without bringing together, too.");
  }
}
