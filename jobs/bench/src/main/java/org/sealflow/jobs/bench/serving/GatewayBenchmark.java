package org.sealflow.jobs.bench.serving;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.serve.gateway.CallLabels;
import org.sealflow.serve.gateway.CallRecorder;
import org.sealflow.serve.gateway.ConversationFile;
import org.sealflow.serve.gateway.GatewayServer;
import org.sealflow.serve.gateway.GatewaySettings;
import org.sealflow.serve.gateway.RecorderCounts;
import org.sealflow.serve.gateway.RecorderSettings;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.PortSettings;

/**
 * How much longer calls take through the gateway than without it, at a steady rate, while it
 * records them. Agents, gateway and policy server share the machine and the JVM.
 */
public final class GatewayBenchmark {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int AGENTS = 8;
  private static final int CALLS = 8;
  private static final int WORDS = 200;
  private static final double GOAL_MILLIS = 2;
  private static final long ROUND_NANOS = Duration.ofMillis(500).toNanos();
  private static final int MEBIBYTE = 1 << 20;

  private final GatewayLoad load;
  private final Consumer<String> progress;

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   */
  public GatewayBenchmark(GatewayLoad load, Consumer<String> progress) {
    this.load = load;
    this.progress = progress;
  }

  /**
   * What was measured.
   *
   * @param compilerMillis how long the JVM compiled meanwhile
   */
  private record MeasuredCalls(PacedAgent.Times times, long compilerMillis) {}

  /** A policy server that answers at once. */
  private static final class ReadyAnswers implements HttpHandler {
    private final Answer answer = Answer.json(said());

    @Override
    public Answer answer(HttpCall call) throws IOException {
      Object unused = call.json();
      return answer;
    }

    @Override
    public Answer refused(HttpRefusal refusal) {
      return Answer.json(refusal.status(), JSON.createObjectNode());
    }
  }

  private static ObjectNode message(String role) {
    return JSON.createObjectNode().put("role", role).put("content", "word ".repeat(WORDS));
  }

  private static ObjectNode said() {
    ObjectNode answer = JSON.createObjectNode().put("object", "chat.completion");
    ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
    choice.set("message", message("assistant"));
    choice.put("finish_reason", "stop");
    return answer;
  }

  /** The calls of a conversation: each repeats what was said before. */
  private static List<String> conversation() {
    List<String> bodies = new ArrayList<>();
    ObjectNode request = JSON.createObjectNode().put("model", "any");
    ArrayNode messages = request.putArray("messages");
    for (int call = 0; call < CALLS; call++) {
      messages.add(message("user"));
      bodies.add(request.toString());
      messages.add(message("assistant"));
    }
    return bodies;
  }

  /**
   * Runs it.
   *
   * @throws IOException if a server cannot listen, or refuses a call
   */
  public BenchResult run() throws IOException, InterruptedException {
    progress.accept(
        "asking at "
            + load.callsPerSecond()
            + "/s for "
            + load.warmup().plus(load.measure()).toSeconds()
            + " s");
    Path file = Files.createTempFile("gateway", ".jsonl");
    PortSettings place =
        new PortSettings("127.0.0.1", 0, MEBIBYTE, PortSettings.MOST_CALLS, Duration.ZERO);
    try (HttpPort policy = HttpPort.open(place, new ReadyAnswers());
        ConversationFile recorded = ConversationFile.open(file);
        CallRecorder recorder =
            new CallRecorder(
                RecorderSettings.usual(Duration.ofMinutes(1), MEBIBYTE),
                List.of(recorded),
                "bench",
                Clock.systemUTC(),
                progress)) {
      policy.start();
      URI url = policy.url("/v1");
      GatewaySettings settings = new GatewaySettings(url, place, CallLabels.Names.USUAL, false);
      MeasuredCalls measured;
      try (GatewayServer gateway = GatewayServer.start(settings, recorder, Clock.systemUTC())) {
        measured = measured(url, gateway.url());
      }
      // Its last calls are recorded after they are answered: the closed gateway has handed all on.
      return result(measured, recorder.finish());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private MeasuredCalls measured(URI direct, URI gateway) throws IOException, InterruptedException {
    long every = (long) (AGENTS * 1e9 / load.callsPerSecond());
    long first = System.nanoTime() + Duration.ofMillis(500).toNanos();
    long measured = first + load.warmup().toNanos();
    long last = measured + load.measure().toNanos();
    List<String> conversation = conversation();
    ExecutorService threads = Executors.newFixedThreadPool(AGENTS);
    try {
      List<Future<PacedAgent.Times>> agents = new ArrayList<>();
      for (int i = 0; i < AGENTS; i++) {
        PacedPlayer.Schedule schedule =
            new PacedPlayer.Schedule(
                first + every * i / AGENTS, every, measured, last, ROUND_NANOS);
        agents.add(threads.submit(new PacedAgent(direct, gateway, conversation, schedule)));
      }
      long compiled = CompilerWork.millisAt(measured);
      List<StepTimes> straight = new ArrayList<>();
      List<StepTimes> around = new ArrayList<>();
      for (Future<PacedAgent.Times> agent : agents) {
        straight.add(agent.get().direct());
        around.add(agent.get().through());
      }
      return new MeasuredCalls(
          new PacedAgent.Times(StepTimes.together(straight), StepTimes.together(around)),
          CompilerWork.millis() - compiled);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException refused) {
        throw refused;
      }
      throw new IllegalStateException("an agent failed", failed);
    } finally {
      threads.shutdownNow();
    }
  }

  private BenchResult result(MeasuredCalls measured, RecorderCounts counts) {
    StepTimes direct = measured.times().direct();
    StepTimes through = measured.times().through();
    return new BenchResult(
        "gateway",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "calls",
                List.of(
                    Figure.counted("direct", "calls without it", direct.count()),
                    Figure.counted("through", "calls through it", through.count()),
                    Figure.measured("directP50Millis", "without it, p50, ms", direct.millis(0.5)),
                    Figure.measured("directP99Millis", "without it, p99, ms", direct.millis(0.99)),
                    Figure.measured("throughP50Millis", "through it, p50, ms", through.millis(0.5)),
                    Figure.measured(
                        "throughP99Millis", "through it, p99, ms", through.millis(0.99)))),
            new BenchResult.Section(
                "added by the gateway",
                List.of(
                    Figure.measured(
                        "addedP50Millis", "p50, ms", through.millis(0.5) - direct.millis(0.5)),
                    Figure.measured(
                        "addedP99Millis",
                        "p99, ms",
                        through.millis(0.99) - direct.millis(0.99),
                        Goal.atMost(GOAL_MILLIS)),
                    Figure.counted(
                        "compilerMillis",
                        "JIT compiler at work while measured, ms",
                        measured.compilerMillis()))),
            new BenchResult.Section(
                "recorded",
                List.of(
                    Figure.counted("recorded", "calls recorded", counts.calls()),
                    Figure.counted("dropped", "calls dropped", counts.dropped())))),
        List.of(
            AGENTS
                + " connections ask, half a second directly and half a second through the gateway"
                + " by turns; a call is timed from when it was due.",
            "A conversation has "
                + CALLS
                + " calls of 1 to 15 messages of 1 kB, each repeating those before; the policy"
                + " server answers at once, and the gateway records every conversation."));
  }
}
