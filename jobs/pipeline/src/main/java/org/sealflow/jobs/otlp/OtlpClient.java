package org.sealflow.jobs.otlp;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
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

  private final OtlpSettings settings;
  private final LongSupplier nanoTime;
  private final Sleep sleep;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  OtlpClient(OtlpSettings settings, LongSupplier nanoTime, Sleep sleep) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.sleep = sleep;
  }

  /**
   * Sends a request.
   *
   * @return why the collector did not take it; null if it did
   */
  @Nullable String send(String body) throws InterruptedException {
    long end = nanoTime.getAsLong() + settings.patience().toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      String problem;
      Duration wait = pause;
      try {
        HttpResponse<String> response =
            client.send(request(body), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 == 2) {
          return null;
        }
        problem = "status " + response.statusCode() + " " + cut(response.body());
        if (!AGAIN.contains(response.statusCode())) {
          return problem;
        }
        wait = retryAfter(response).orElse(pause);
      } catch (IOException unreachable) {
        problem = String.valueOf(unreachable);
      }
      if (nanoTime.getAsLong() + wait.toNanos() - end > 0) {
        return problem;
      }
      sleep.sleep(wait);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }

  private HttpRequest request(String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.logs())
            .timeout(settings.patience())
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
