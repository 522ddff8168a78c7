package org.sealflow.jobs.bench.stream;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.bench.BenchBroker;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.Medians;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.settings.TimeSpans;

/**
 * What an event costs the live job as the system grows: with more subtasks, categories of tasks,
 * runs, and episodes in flight than it keeps worlds of. All episodes are for training, so that
 * profiles are kept and patches made.
 */
public final class GrowthBenchmark {
  private static final Map<String, String> NO_OFFSETS =
      Map.of("commit.offsets.on.checkpoint", "false");

  private static final int PARTITIONS = 4;
  private static final double MOST_GROWTH = 1.2;

  private final Workload workload;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * How to measure.
   *
   * @param records events of a run of the job, at least; whole episodes are
   * @param liveEpisodes how many worlds the job keeps per subtask
   * @param checkpointInterval time between checkpoints
   * @param warmupRuns runs of each size before anything is measured
   * @param runs runs of each size that are measured
   */
  public record Settings(
      long records, int liveEpisodes, Duration checkpointInterval, int warmupRuns, int runs) {}

  /**
   * A benchmark that has not run yet.
   *
   * @param workload of which the trajectories of the first one's category are played
   * @param progress is told what is being done
   */
  public GrowthBenchmark(Workload workload, Settings settings, Consumer<String> progress) {
    this.workload = ofOneCategory(workload);
    this.settings = settings;
    this.progress = progress;
  }

  private static Workload ofOneCategory(Workload workload) {
    String category = category(workload.trajectories().get(0));
    return new Workload(
        workload.trajectories().stream()
            .filter(trajectory -> category(trajectory).equals(category))
            .toList(),
        workload.leftOut(),
        workload.tasks());
  }

  private static String category(Trajectory trajectory) {
    return trajectory.task().category();
  }

  /** One side of the system, small and grown. */
  private record Growth(String key, String title, GrowthLoad small, GrowthLoad grown) {}

  private List<Growth> growths() {
    int fits = settings.liveEpisodes();
    GrowthLoad one = new GrowthLoad(1, 1, 1, fits);
    return List.of(
        new Growth("subtasks", "subtasks 1 → 2", one, new GrowthLoad(2, 1, 1, fits)),
        new Growth("categories", "categories 1 → 8", one, new GrowthLoad(1, 8, 1, fits)),
        new Growth("runs", "runs 1 → 4", one, new GrowthLoad(1, 1, 4, fits)),
        new Growth(
            "inFlight",
            String.format(
                Locale.ROOT,
                "episodes in flight 1 × → 10 × the %,d worlds that are kept",
                settings.liveEpisodes()),
            one,
            new GrowthLoad(1, 1, 1, 10 * fits)));
  }

  /** Topics that hold a load, and what was measured on them. */
  private static final class Side {
    private final Connection connection;
    private final GrowthLoad load;
    private final long events;
    private final long diagnoses;
    private final List<Double> cpuMicros = new ArrayList<>();

    Side(Connection connection, GrowthLoad load, long events, long diagnoses) {
      this.connection = connection;
      this.load = load;
      this.events = events;
      this.diagnoses = diagnoses;
    }

    double cost() {
      Medians medians = new Medians();
      cpuMicros.forEach(medians::add);
      return medians.median();
    }

    /** Runs of one round are compared: a machine's speed changes more between rounds. */
    double timesThatOf(Side other) {
      Medians ratios = new Medians();
      for (int round = 0; round < cpuMicros.size(); round++) {
        ratios.add(cpuMicros.get(round) / other.cpuMicros.get(round));
      }
      return ratios.median();
    }
  }

  /** Runs the benchmark. */
  public BenchResult run() throws Exception {
    try (BenchBroker broker = BenchBroker.start(PARTITIONS, Map.of())) {
      Map<GrowthLoad, Side> sides = new LinkedHashMap<>();
      for (Growth growth : growths()) {
        for (GrowthLoad load : List.of(growth.small(), growth.grown())) {
          if (!sides.containsKey(load)) {
            sides.put(load, send(broker.topics("bench-" + sides.size() + "."), load));
          }
        }
      }
      for (int i = 1; i <= settings.warmupRuns() + settings.runs(); i++) {
        boolean measured = i > settings.warmupRuns();
        String round =
            measured
                ? "run " + (i - settings.warmupRuns()) + " of " + settings.runs()
                : "warming up, run " + i + " of " + settings.warmupRuns();
        List<Side> order = new ArrayList<>(sides.values());
        // Whoever comes later finds more of the job compiled, and whoever comes after a run of its
        // own size finds it compiled for that size.
        Collections.rotate(order, 1 - i);
        for (Side side : order) {
          double cpuMicros = run(side, broker);
          progress.accept("%s: %s: %.0f µs".formatted(round, side.load.text(), cpuMicros));
          if (measured) {
            side.cpuMicros.add(cpuMicros);
          }
        }
      }
      return result(sides);
    }
  }

  private Side send(Connection connection, GrowthLoad load) {
    progress.accept("sending " + settings.records() + " events: " + load.text());
    EventLoad source = new EventLoad(workload, Mode.TRAIN, load.inFlight());
    long[] diagnoses = new long[1];
    try (Publisher publisher = Publisher.open(connection)) {
      load.tasks(workload.tasks()).forEach(publisher::task);
      long events =
          source.whole(
              settings.records(),
              (template, event) -> {
                diagnoses[0] += template.diagnoses().get(event.getSequence()).size();
                send(load, event, publisher);
              });
      publisher.flush();
      return new Side(connection, load, events, diagnoses[0]);
    }
  }

  /** Events are used again: what is changed in one is put back. */
  private static void send(GrowthLoad load, TrajectoryEvent event, Publisher publisher) {
    int episode = EventLoad.number(event.getEpisodeId());
    event.setRunId(load.run(episode));
    EpisodeStarted header = event.getEpisodeStarted();
    boolean sent;
    if (header == null) {
      sent = publisher.event(event);
    } else {
      event.setEpisodeStarted(load.header(header, episode));
      sent = publisher.event(event);
      event.setEpisodeStarted(header);
    }
    if (!sent) {
      throw new UserError("an event of " + event.getEpisodeId() + " is too large for a message");
    }
  }

  private double run(Side side, BenchBroker broker) throws Exception {
    JobRun run =
        JobRun.of(CoEvolutionJob::attach, job(side), side.connection, broker.checkpoints());
    if (run.records() != side.diagnoses) {
      throw new IllegalStateException(
          "the job wrote "
              + run.records()
              + " diagnoses, expected "
              + side.diagnoses
              + ": the sizes cannot be compared");
    }
    return run.cpuMicros(side.events);
  }

  private JobSettings job(Side side) {
    ExecutionLimits limits = ExecutionLimits.DEFAULT;
    return JobSettings.of(
            new KafkaSettings(
                side.connection.bootstrapServers(), side.connection.topics().prefix(), NO_OFFSETS))
        .with(
            ExecutionSettings.DEFAULT
                .withParallelism(side.load.subtasks())
                .withCheckpointInterval(settings.checkpointInterval())
                .bounded(true)
                .withLimits(
                    new ExecutionLimits(
                        limits.restarts(),
                        limits.restartWindow(),
                        limits.maxParallelism(),
                        settings.liveEpisodes(),
                        limits.endedMemory())));
  }

  private BenchResult result(Map<GrowthLoad, Side> sides) {
    List<BenchResult.Section> sections = new ArrayList<>();
    for (Growth growth : growths()) {
      Side small = requireNonNull(sides.get(growth.small()));
      Side grown = requireNonNull(sides.get(growth.grown()));
      sections.add(
          new BenchResult.Section(
              growth.title(),
              List.of(
                  Figure.measured(
                      growth.key() + "SmallCpuMicrosecondsPerRecord",
                      "µs of CPU per event, small",
                      small.cost()),
                  Figure.measured(
                      growth.key() + "GrownCpuMicrosecondsPerRecord",
                      "µs of CPU per event, grown",
                      grown.cost()),
                  Figure.measured(
                      growth.key() + "CpuRatio",
                      "cost grown, times that small",
                      grown.timesThatOf(small),
                      Goal.atMost(MOST_GROWTH)))));
    }
    return new BenchResult("growth", Machine.here(), sections, method());
  }

  private List<String> method() {
    return List.of(
        String.format(
            Locale.ROOT,
            "At least %,d events a run, all of training episodes; each side is grown alone. Medians"
                + " of %d runs of each size after %d unmeasured ones, and of the ratios of each round."
                + " Sizes take turns; each round begins with the next one. A checkpoint each %s.",
            settings.records(),
            settings.runs(),
            settings.warmupRuns(),
            TimeSpans.text(settings.checkpointInterval())),
        "CPU of the whole process, broker included, from the first to the last diagnosis; that of the"
            + " just-in-time compiler, which a job that goes on needs no more, is left out where the"
            + " system tells it, as Linux does.");
  }
}
