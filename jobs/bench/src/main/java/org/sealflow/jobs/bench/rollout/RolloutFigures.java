package org.sealflow.jobs.bench.rollout;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.Medians;

/** Figures computed from the rounds of the rollout benchmark. */
final class RolloutFigures {
  private static final double GOAL_SHARE = 0.9;

  private RolloutFigures() {}

  /**
   * The medians of the rounds.
   *
   * @param tasks number of tasks played
   * @param bodies the requests recorded
   * @param rounds at least one
   */
  static BenchResult of(
      RolloutBenchmark.Settings settings,
      int tasks,
      List<String> bodies,
      List<RolloutRound> rounds) {
    return new BenchResult(
        "rollout",
        Machine.here(),
        List.of(
            new BenchResult.Section("workload", workload(settings, tasks, bodies)),
            new BenchResult.Section("the runner", runner(rounds)),
            new BenchResult.Section("baseline: a bare client, the same requests", bare(rounds)),
            new BenchResult.Section("memory of this process, after a collection", memory(rounds))),
        method(settings));
  }

  private static List<Figure> workload(
      RolloutBenchmark.Settings settings, int tasks, List<String> bodies) {
    return List.of(
        Figure.counted(
            "inFlight", "in flight", (long) settings.inFlightEach() * settings.parallelism()),
        Figure.counted("parallelism", "parallelism", settings.parallelism()),
        Figure.measured(
            "serverAnswerTimeMilliseconds",
            "time the server takes, ms",
            settings.answerTime().toNanos() / 1e6),
        Figure.measured(
            "mostAnswersPerSecond",
            "answers per second at most, by that time",
            settings.inFlightEach()
                * settings.parallelism()
                / (settings.answerTime().toNanos() / 1e9)),
        Figure.counted("tasks", "tasks", tasks),
        Figure.counted("requests", "different requests", bodies.size()),
        Figure.measured(
            "charactersPerRequest",
            "characters per request",
            bodies.stream().mapToInt(String::length).average().orElse(0)));
  }

  private static List<Figure> runner(List<RolloutRound> rounds) {
    Function<RolloutRound, AnswerSpan> span = round -> round.runner().answers();
    return List.of(
        Figure.measured("answersPerSecond", "answers per second", perSecond(rounds, span)),
        Figure.measured("p50Milliseconds", "time of an answer, p50, ms", millis(rounds, span, 0.5)),
        Figure.measured(
            "p99Milliseconds", "time of an answer, p99, ms", millis(rounds, span, 0.99)),
        Figure.measured(
            "cpuMicrosecondsPerAnswer", "µs of CPU per answer, this process", cpu(rounds, span)),
        Figure.counted("errors", "errors", 0));
  }

  private static List<Figure> bare(List<RolloutRound> rounds) {
    Function<RolloutRound, AnswerSpan> span = RolloutRound::bare;
    return List.of(
        Figure.measured("bareAnswersPerSecond", "answers per second", perSecond(rounds, span)),
        Figure.measured(
            "bareP50Milliseconds", "time of an answer, p50, ms", millis(rounds, span, 0.5)),
        Figure.measured(
            "bareP99Milliseconds", "time of an answer, p99, ms", millis(rounds, span, 0.99)),
        Figure.measured(
            "bareCpuMicrosecondsPerAnswer",
            "µs of CPU per answer, this process",
            cpu(rounds, span)),
        Figure.measured(
            "shareOfBareClient",
            "share of its rate that the runner reaches",
            perSecond(rounds, round -> round.runner().answers()) / perSecond(rounds, span),
            Goal.atLeast(GOAL_SHARE)));
  }

  private static List<Figure> memory(List<RolloutRound> rounds) {
    return List.of(
        Figure.measured(
            "heapAtMiddleBytes",
            "live heap in the middle, bytes",
            median(rounds, round -> round.runner().middleBytes())),
        Figure.measured(
            "heapAtEndBytes",
            "live heap at the end, bytes",
            median(rounds, round -> round.runner().endBytes())),
        Figure.counted(
            "episodesBetween",
            "episodes between the two, all rounds",
            rounds.stream().mapToLong(round -> round.runner().episodes()).sum()),
        Figure.measured(
            "bytesPerEpisode",
            "bytes per episode",
            median(rounds, round -> round.runner().bytesPerEpisode())));
  }

  private static double perSecond(
      List<RolloutRound> rounds, Function<RolloutRound, AnswerSpan> span) {
    return median(rounds, round -> span.apply(round).perSecond());
  }

  private static double millis(
      List<RolloutRound> rounds, Function<RolloutRound, AnswerSpan> span, double share) {
    return median(rounds, round -> span.apply(round).times().millis(share));
  }

  private static double cpu(List<RolloutRound> rounds, Function<RolloutRound, AnswerSpan> span) {
    return median(rounds, round -> span.apply(round).cpuMicrosPerAnswer());
  }

  private static double median(List<RolloutRound> rounds, ToDoubleFunction<RolloutRound> figure) {
    Medians medians = new Medians();
    rounds.forEach(round -> medians.add(figure.applyAsDouble(round)));
    return medians.median();
  }

  private static List<String> method(RolloutBenchmark.Settings settings) {
    return List.of(
        "The server is a process of its own on the same processors; the runner reads no topic and"
            + " writes none. Runner and bare client take turns, medians over the rounds: "
            + settings.rounds()
            + " after an unmeasured one.",
        "The bare client is the JDK's, set as the policy sets it, with as many requests in flight;"
            + " it sends the requests that the runner sent when it played each task once, and reads"
            + " the answers as text. A request is tried once, and any failure ends the benchmark.",
        "Time of an answer: of the runner from the event after which the policy is asked until the"
            + " answer is taken up, in milliseconds as events carry it; of the bare client from"
            + " sending until the answer is read.",
        "Live heap with as many episodes in flight at both looks, which differ by what those"
            + " hold.");
  }
}
