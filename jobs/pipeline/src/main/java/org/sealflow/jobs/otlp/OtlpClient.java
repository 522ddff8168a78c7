package org.sealflow.jobs.otlp;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a collector, and again where its answer asks for it (the specification of OTLP
 * names the statuses), with a pause that doubles. Not thread-safe.
 */
final class OtlpClient {
  private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int SHOWN = 200;

  /** Waits between two tries. */
  @FunctionalInterface
  interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  /**
   * What became of a request.
   *
   * @param problem why the collector did not take it; null if it did
   * @param away whether the collector took or refused nothing as long as the patience lasted
   */
  record Result(@Nullable String problem, boolean away) {}

  private final OtlpSettings settings;
  private final LongSupplier nanoTime;
  private final Sleep sleep;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  OtlpClient(OtlpSettings settings, LongSupplier nanoTime, Sleep sleep) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.sleep = sleep;
  }

  /** Sends a request; returns once the patience is over at the latest. */
  Result send(String body) throws InterruptedException {
    long left = settings.patience().toNanos();
    long end = nanoTime.getAsLong() + left;
    Duration pause = FIRST_PAUSE;
    while (true) {
      String problem;
      Duration wait = pause;
      try {
        HttpResponse<String> response = answer(body, left);
        if (response.statusCode() / 100 == 2) {
          return new Result(null, false);
        }
        problem = "status " + response.statusCode() + " " + cut(response.body());
        if (!AGAIN.contains(response.statusCode())) {
          return new Result(problem, false);
        }
        wait = retryAfter(response).orElse(pause);
      } catch (ExecutionException unreachable) {
        problem = String.valueOf(unreachable.getCause());
      } catch (TimeoutException late) {
        return new Result("no whole answer within " + settings.patience(), true);
      }
      if (nanoTime.getAsLong() + wait.toNanos() - end > 0) {
        return new Result(problem, true);
      }
      sleep.sleep(wait);
      left = end - nanoTime.getAsLong();
      if (left <= 0) {
        return new Result(problem, true);
      }
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }

  private HttpResponse<String> answer(String body, long nanos)
      throws ExecutionException, TimeoutException, InterruptedException {
    CompletableFuture<HttpResponse<String>> sent =
        client.sendAsync(request(body), HttpResponse.BodyHandlers.ofString());
    try {
      // A timeout of the request itself would end with the headers; a body may never come.
      return sent.get(nanos, TimeUnit.NANOSECONDS);
    } finally {
      sent.cancel(true);
    }
  }

  private HttpRequest request(String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.logs())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    settings.headers().forEach(request::header);
    return request.build();
  }

  private static Optional<Duration> retryAfter(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("\\d{1,6}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)));
  }

  private static String cut(String body) {
    String line = body.replaceAll("\\s+", " ").strip();
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
