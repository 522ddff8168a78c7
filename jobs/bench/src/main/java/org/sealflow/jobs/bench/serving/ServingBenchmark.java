package org.sealflow.jobs.bench.serving;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.serve.environment.EnvironmentServer;
import org.sealflow.serve.environment.Protocol;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.EpisodeListeners;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.Placements;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.SessionLimit;
import org.sealflow.serve.session.SessionSettings;

/**
 * Measures how long steps take at a steady rate, by the environment service and by MCP, and how
 * much memory open sessions take. Clients and server share the machine and the JVM.
 */
public final class ServingBenchmark {
  private static final int PLAYERS = 8;
  private static final int SESSIONS_PER_PLAYER = 32;
  private static final int SIDES = 3;
  private static final Duration ROUND = Duration.ofMillis(250);
  private static final double GOAL_MILLIS = 5;
  private static final int GOAL_SESSIONS = 10_000;
  private static final double GOAL_MEBIBYTES = 2048;
  private static final double MEBIBYTE = 1 << 20;
  private static final LocalDate AS_OF = LocalDate.of(2026, 1, 15);

  /**
   * What was measured.
   *
   * @param times by protocol
   * @param compilerMillis how long the JVM compiled meanwhile
   */
  private record MeasuredSteps(List<StepTimes> times, long compilerMillis) {}

  private final TaskFolder folder;
  private final ServingLoad load;
  private final Consumer<String> progress;
  private final List<ScriptedAnswers> scripts;

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   * @throws IllegalArgumentException if no task can be played by its ground truth
   */
  public ServingBenchmark(TaskFolder folder, ServingLoad load, Consumer<String> progress) {
    this.folder = folder;
    this.load = load;
    this.progress = progress;
    this.scripts = ScriptedAnswers.of(folder);
  }

  /**
   * Runs it.
   *
   * @throws IOException if the server cannot listen, or refuses a step
   */
  public BenchResult run() throws IOException, InterruptedException {
    progress.accept("opening " + load.sessions() + " sessions");
    double bytes = bytesPerSession();
    progress.accept(
        "stepping at "
            + load.stepsPerSecond()
            + "/s for "
            + load.warmup().plus(load.measure()).toSeconds()
            + " s");
    MeasuredSteps played = times();
    List<StepTimes> times = played.times();
    return new BenchResult(
        "serve-environment",
        Machine.here(),
        List.of(
            steps("steps of the environment service", "", times.get(0)),
            steps("steps of MCP, 2026-07-28", "mcp", times.get(1)),
            bare(times.get(2), played.compilerMillis()),
            memory(bytes)),
        List.of(
            PLAYERS
                + " players have "
                + SESSIONS_PER_PLAYER
                + " sessions of each protocol, begun at different tasks, and play the answers of the"
                + " ground truth, for MCP a call each; clients and servers share the JVM.",
            "A step is timed from when it was due, so that waiting for the one before counts.",
            "The protocols take turns of "
                + ROUND.toMillis()
                + " ms at the whole rate, with a port that reads the same steps and plays nothing:"
                + " its times are those of the machine.",
            "Memory is live heap after a full collection, with each session in its first turn,"
                + " after the turn's calls, against before; sessions are opened without HTTP."));
  }

  private BenchResult.Section steps(String title, String name, StepTimes times) {
    return new BenchResult.Section(
        title,
        List.of(
            Figure.counted(key(name, "steps"), "steps measured", times.count()),
            Figure.measured(
                key(name, "stepsPerSecond"),
                "steps per second",
                times.count() / (load.measure().toNanos() / 1e9 / SIDES)),
            Figure.measured(key(name, "p50Millis"), "p50, ms", times.millis(0.5)),
            Figure.measured(
                key(name, "p99Millis"), "p99, ms", times.millis(0.99), Goal.atMost(GOAL_MILLIS)),
            Figure.measured(key(name, "longestMillis"), "longest, ms", times.millis(1))));
  }

  private static String key(String name, String figure) {
    return name.isEmpty()
        ? figure
        : name + Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
  }

  private static BenchResult.Section bare(StepTimes times, long compilerMillis) {
    return new BenchResult.Section(
        "the same steps to a port that plays nothing",
        List.of(
            Figure.measured("bareP50Millis", "p50, ms", times.millis(0.5)),
            Figure.measured("bareP99Millis", "p99, ms", times.millis(0.99)),
            Figure.measured("bareLongestMillis", "longest, ms", times.millis(1)),
            Figure.counted(
                "compilerMillis", "JIT compiler at work while measured, ms", compilerMillis)));
  }

  private BenchResult.Section memory(double bytes) {
    return new BenchResult.Section(
        "open sessions",
        List.of(
            Figure.counted("sessions", "sessions open", load.sessions()),
            Figure.measured("bytesPerSession", "live bytes per session", bytes),
            Figure.measured(
                "mebibytesFor10000",
                "MiB for 10,000 sessions",
                bytes * GOAL_SESSIONS / MEBIBYTE,
                Goal.atMost(GOAL_MEBIBYTES))));
  }

  private ServedTasks tasks() {
    AtomicInteger episodes = new AtomicInteger();
    return new ServedTasks(
        "bfcl",
        folder,
        Map.of(),
        AS_OF,
        Clock.systemUTC(),
        episodes::incrementAndGet,
        Placements.strict(),
        EpisodeListeners.none());
  }

  private double bytesPerSession() {
    ServedTasks tasks = tasks();
    // What all sessions of a task share does not count against one.
    scripts.forEach(script -> begin(tasks, script));
    AtomicInteger ids = new AtomicInteger();
    SessionSettings settings = new SessionSettings(load.sessions(), Duration.ofHours(1));
    PlaySessions sessions =
        new PlaySessions(
            new SessionLimit(load.sessions()),
            settings,
            Clock.systemUTC(),
            () -> "s" + ids.incrementAndGet());
    long before = liveBytes();
    for (int i = 0; i < load.sessions(); i++) {
      ScriptedAnswers script = scripts.get(i % scripts.size());
      Object unused =
          sessions.use(
              sessions.open(),
              session -> {
                session.begin(begin(tasks, script));
                return session;
              });
    }
    double bytes = (double) (liveBytes() - before) / load.sessions();
    sessions.close();
    return bytes;
  }

  private static SessionEpisode begin(ServedTasks tasks, ScriptedAnswers script) {
    SessionEpisode episode =
        tasks.begin(
            EpisodeStart.plain(script.taskId(), EpisodeStart.Purpose.TRAINING, Rules.of(null)));
    Object unused = episode.answer(script.answers().get(0));
    return episode;
  }

  private static long liveBytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    // The second collection takes what the first one's cleaners let go.
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  private MeasuredSteps times() throws IOException, InterruptedException {
    PortSettings place =
        new PortSettings("127.0.0.1", 0, 1 << 20, PortSettings.MOST_CALLS, Duration.ZERO);
    try (HttpPort bare = HttpPort.open(place, new BareHandler());
        EnvironmentServer server =
            EnvironmentServer.start(
                new ServedEnvironments(List.of(tasks())),
                Map.of(Protocol.AGENTEVOLVER, place, Protocol.MCP, place),
                SessionSettings.DEFAULTS,
                Rules.of(null),
                "bench",
                Clock.systemUTC())) {
      bare.start();
      return played(
          List.of(
              new PacedPlayer.Side(new ServiceProtocol(false), url(server, Protocol.AGENTEVOLVER)),
              new PacedPlayer.Side(new McpProtocol(), url(server, Protocol.MCP)),
              new PacedPlayer.Side(new ServiceProtocol(true), bare.url("/"))));
    }
  }

  private static URI url(EnvironmentServer server, Protocol protocol) {
    return Objects.requireNonNull(server.urls().get(protocol));
  }

  /** Reads a step and answers it with nothing. */
  private static final class BareHandler implements HttpHandler {
    @Override
    public Answer answer(HttpCall call) throws IOException {
      return Answer.json(call.json().path("messages"));
    }

    @Override
    public Answer refused(HttpRefusal refusal) {
      return DetailError.of(refusal).answer();
    }
  }

  private MeasuredSteps played(List<PacedPlayer.Side> sides)
      throws IOException, InterruptedException {
    long every = (long) (PLAYERS * 1e9 / load.stepsPerSecond());
    // The sessions are opened before the first step is due.
    long first = System.nanoTime() + Duration.ofSeconds(2).toNanos();
    long measured = first + load.warmup().toNanos();
    long last = measured + load.measure().toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(PLAYERS);
    try {
      List<Future<List<StepTimes>>> players = new ArrayList<>();
      for (int i = 0; i < PLAYERS; i++) {
        PacedPlayer.Schedule schedule =
            new PacedPlayer.Schedule(
                first + every * i / PLAYERS, every, measured, last, ROUND.toNanos());
        players.add(
            threads.submit(new PacedPlayer(sides, scripts, i, SESSIONS_PER_PLAYER, schedule)));
      }
      long compiled = CompilerWork.millisAt(measured);
      List<List<StepTimes>> times = new ArrayList<>();
      for (Future<List<StepTimes>> player : players) {
        times.add(player.get());
      }
      return new MeasuredSteps(
          IntStream.range(0, sides.size())
              .mapToObj(
                  side -> StepTimes.together(times.stream().map(all -> all.get(side)).toList()))
              .toList(),
          CompilerWork.millis() - compiled);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException refused) {
        throw refused;
      }
      throw new IllegalStateException("a player failed", failed);
    } finally {
      threads.shutdownNow();
    }
  }
}
