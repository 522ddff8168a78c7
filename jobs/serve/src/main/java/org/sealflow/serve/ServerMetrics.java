package org.sealflow.serve;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.sealflow.learn.engine.EngineStatistics;

/** Counts what is served, in the text format of Prometheus. */
final class ServerMetrics {
  private static final double MILLIS = 1e3;

  /**
   * Answers that are counted together.
   *
   * @param path a path of the server, or one word for all others
   * @param status of HTTP
   */
  private record Kind(String path, int status) implements Comparable<Kind> {
    @Override
    public int compareTo(Kind other) {
      int byPath = path.compareTo(other.path);
      return byPath == 0 ? Integer.compare(status, other.status) : byPath;
    }
  }

  private final Map<Kind, LongAdder> requests = new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> millis = new ConcurrentHashMap<>();
  private final LongAdder promptTokens = new LongAdder();
  private final LongAdder sampledTokens = new LongAdder();
  private final LongAdder continuations = new LongAdder();

  /**
   * Counts a request.
   *
   * @param took milliseconds
   */
  void answered(String path, int status, long took) {
    requests.computeIfAbsent(new Kind(path, status), any -> new LongAdder()).increment();
    millis.computeIfAbsent(path, any -> new LongAdder()).add(took);
  }

  void prompt(int tokens) {
    promptTokens.add(tokens);
  }

  void sampled(int tokens) {
    sampledTokens.add(tokens);
    continuations.increment();
  }

  /**
   * All of it.
   *
   * @param rows continuations asked of the engine and not yet there
   * @param engine what it has done
   */
  String text(int rows, EngineStatistics engine) {
    StringBuilder text = new StringBuilder();
    head("requests_total", "counter", "Requests answered, by path and status.", text);
    requests.forEach(
        (kind, count) ->
            text.append("sealflow_requests_total{path=\"")
                .append(kind.path())
                .append("\",status=\"")
                .append(kind.status())
                .append("\"} ")
                .append(count.sum())
                .append('\n'));
    head("request_seconds_total", "counter", "Time spent on requests, by path.", text);
    millis.forEach(
        (path, sum) ->
            text.append("sealflow_request_seconds_total{path=\"")
                .append(path)
                .append("\"} ")
                .append(sum.sum() / MILLIS)
                .append('\n'));
    single("prompt_tokens_total", "counter", "Tokens of prompts.", promptTokens.sum(), text);
    single("sampled_tokens_total", "counter", "Tokens sampled.", sampledTokens.sum(), text);
    single("continuations_total", "counter", "Continuations sampled.", continuations.sum(), text);
    single("rows", "gauge", "Continuations asked for and not yet there.", rows, text);
    single("rows_sampling", "gauge", "Continuations sampled now.", engine.rows(), text);
    single("rows_waiting", "gauge", "Continuations waiting for a place.", engine.waiting(), text);
    single(
        "read_tokens_total",
        "counter",
        "Tokens of prompts read; those known from before do not count.",
        engine.tokensRead(),
        text);
    return text.toString();
  }

  private static void single(
      String name, String type, String help, long value, StringBuilder text) {
    head(name, type, help, text);
    text.append("sealflow_").append(name).append(' ').append(value).append('\n');
  }

  private static void head(String name, String type, String help, StringBuilder text) {
    text.append("# HELP sealflow_").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE sealflow_").append(name).append(' ').append(type).append('\n');
  }
}
