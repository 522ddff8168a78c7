package org.sealflow.jobs.bench.rollout;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.jobs.bench.BenchJob;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.BenchTasks;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.plan.PlannedTask;

/**
 * Measures how many answers the episode runner takes from a server that takes its time, with many
 * episodes in flight, against a bare client that sends the same requests.
 */
public final class RolloutBenchmark {
  /** So many tasks at most, spread over the directory: the bodies recorded are kept in memory. */
  private static final int MOST_TASKS = 64;

  /** Over what can be played, so that a request is always next. */
  private static final double REQUESTS_PER_EPISODE = 1.25;

  private static final double RECORDED_PER_SECOND = 1000;
  private static final long LONGEST_RECORDING_SECONDS = 120;
  private static final Duration SETTLE = Duration.ofSeconds(2);

  private final Path tasks;
  private final Settings settings;
  private final Clock clock;
  private final Consumer<String> progress;
  private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /**
   * How to measure.
   *
   * @param inFlight episodes, and requests of the bare client, at the same time
   * @param answerTime time the server takes for an answer, positive
   * @param parallelism runners, and bare clients, that share them
   * @param warmup how long each works unmeasured at first
   * @param phase how long each is measured in a round
   * @param rounds how often they take turns
   */
  public record Settings(
      int inFlight,
      Duration answerTime,
      int parallelism,
      Duration warmup,
      Duration phase,
      int rounds) {
    int inFlightEach() {
      return inFlight / parallelism;
    }
  }

  /**
   * A benchmark that has not run yet.
   *
   * @param tasks the directory of the tasks played
   * @param clock tells the time as the runners see it
   * @param progress is told what is being done
   */
  public RolloutBenchmark(Path tasks, Settings settings, Clock clock, Consumer<String> progress) {
    this.tasks = tasks;
    this.settings = settings;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Runs the benchmark.
   *
   * @throws UserError if the tasks are of no use, a job fails, or any request does
   */
  public BenchResult run() throws Exception {
    TaskDirectory directory = BenchTasks.read(tasks);
    List<PlannedTask> chosen = chosen(directory);
    progress.accept("recording the requests of " + chosen.size() + " tasks");
    List<String> bodies =
        recorded(
            new RunnerJob.Load(chosen, directory.records(), chosen.size(), RECORDED_PER_SECOND));
    double answersPerEpisode = (double) bodies.size() / chosen.size();
    double mostEpisodesPerSecond =
        settings.inFlight() / (settings.answerTime().toNanos() / 1e9) / answersPerEpisode;
    RunnerJob.Load load =
        new RunnerJob.Load(
            chosen,
            directory.records(),
            Long.MAX_VALUE,
            REQUESTS_PER_EPISODE * mostEpisodesPerSecond);
    return RolloutFigures.of(settings, chosen.size(), bodies, rounds(load, bodies));
  }

  private static List<PlannedTask> chosen(TaskDirectory directory) {
    List<Task> all = List.copyOf(directory.tasks());
    int count = Math.min(MOST_TASKS, all.size());
    List<PlannedTask> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Task task = all.get((int) ((long) i * all.size() / count));
      chosen.add(new PlannedTask(task.id(), directory.digest(task.id()), task.category()));
    }
    return chosen;
  }

  /** The requests of every task played once, against a server that answers at once. */
  private List<String> recorded(RunnerJob.Load once) throws Exception {
    Queue<String> bodies = new ConcurrentLinkedQueue<>();
    try (AnsweringServer server =
            AnsweringServer.start(Duration.ZERO, body -> bodies.add(text(body)));
        BenchJob job =
            BenchJob.start(
                "sealflow-bench-record",
                RunnerJob.configuration(settings.parallelism()),
                environment ->
                    RunnerJob.attach(
                        environment,
                        once,
                        settings.inFlightEach(),
                        AnsweringServer.baseUrl(server.port()),
                        clock.instant().getEpochSecond()))) {
      job.awaitEnd(LONGEST_RECORDING_SECONDS);
    }
    if (bodies.isEmpty()) {
      throw new UserError("none of the tasks in " + tasks + " can be played; check --tasks");
    }
    return List.copyOf(bodies);
  }

  private static String text(InputStream body) throws IOException {
    return new String(body.readAllBytes(), StandardCharsets.UTF_8);
  }

  private List<RolloutRound> rounds(RunnerJob.Load load, List<String> bodies) throws Exception {
    List<RolloutRound> rounds = new ArrayList<>();
    try (AnsweringProcess server = AnsweringProcess.start(settings.answerTime())) {
      progress.accept("warming up");
      RolloutRound unused = round(load, bodies, server.baseUrl(), settings.warmup());
      while (rounds.size() < settings.rounds()) {
        RolloutRound round = round(load, bodies, server.baseUrl(), settings.phase());
        rounds.add(round);
        progress.accept(
            String.format(
                Locale.ROOT,
                "round %d of %d: %,.0f answers per second, the bare client %,.0f",
                rounds.size(),
                settings.rounds(),
                round.runner().answers().perSecond(),
                round.bare().perSecond()));
      }
    }
    return rounds;
  }

  private RolloutRound round(
      RunnerJob.Load load, List<String> bodies, String baseUrl, Duration time) throws Exception {
    return new RolloutRound(played(load, baseUrl, time), asked(bodies, baseUrl, time));
  }

  private RolloutRound.Played played(RunnerJob.Load load, String baseUrl, Duration time)
      throws Exception {
    try (RunnerPhase phase =
        RunnerPhase.start(load, settings.parallelism(), settings.inFlightEach(), baseUrl, clock)) {
      phase.settle(SETTLE);
      // Clients are let go by the collector alone, and those of before are not for this heap.
      memory.gc();
      phase.settle(SETTLE);
      AnswerSpan first = phase.measure(time.dividedBy(2));
      long middleBytes = liveBytes();
      long episodes = phase.episodes();
      phase.settle(SETTLE);
      AnswerSpan second = phase.measure(time.dividedBy(2));
      return new RolloutRound.Played(
          first.plus(second), middleBytes, liveBytes(), phase.episodes() - episodes);
    }
  }

  private AnswerSpan asked(List<String> bodies, String baseUrl, Duration time)
      throws InterruptedException {
    BareClient bare =
        BareClient.start(baseUrl, bodies, settings.parallelism(), settings.inFlightEach());
    try (bare) {
      Thread.sleep(SETTLE.toMillis());
      AnswerTimes before = new AnswerTimes();
      before.addAll(bare.times());
      long cpuBefore = system.getProcessCpuTime();
      long begun = System.nanoTime();
      Thread.sleep(time.toMillis());
      AnswerTimes since = bare.times().since(before);
      double seconds = (System.nanoTime() - begun) / 1e9;
      long cpuNanos = system.getProcessCpuTime() - cpuBefore;
      requireSuccess(bare);
      return new AnswerSpan(since.count(), seconds, cpuNanos, since);
    }
  }

  private static void requireSuccess(BareClient bare) {
    if (bare.failures() > 0) {
      throw new UserError(
          bare.failures()
              + " requests of the bare client failed, so the figures say nothing; the first: "
              + bare.firstFailure());
    }
  }

  private long liveBytes() {
    // The second collection takes what the first one's cleaners let go.
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
