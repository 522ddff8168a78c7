package org.sealflow.jobs.bench.rollout;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The baseline of the runner: the JDK's client, configured as the runner's policy configures it,
 * sends ready-made bodies and reads the answers as text. Each answer leads to the next request,
 * until it is closed.
 */
final class BareClient implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(2);
  private static final int SUCCESS = 200;

  private final URI uri;
  private final List<String> bodies;
  private final AtomicLong sent = new AtomicLong();
  private final Phaser underWay = new Phaser(1);
  private final AnswerTimes times = new AnswerTimes();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
  private volatile boolean closed;

  private BareClient(URI uri, List<String> bodies) {
    this.uri = uri;
    this.bodies = bodies;
  }

  /**
   * Begins to ask.
   *
   * @param baseUrl where the server's paths begin
   * @param bodies of requests, sent one after the other and again
   * @param clients how many clients there are, each with connections of its own
   * @param inFlight requests of each client under way at the same time
   */
  static BareClient start(String baseUrl, List<String> bodies, int clients, int inFlight) {
    BareClient bare = new BareClient(URI.create(baseUrl + "/chat/completions"), bodies);
    for (HttpClient http : clients(clients)) {
      for (int request = 0; request < inFlight; request++) {
        bare.ask(http);
      }
    }
    return bare;
  }

  private static List<HttpClient> clients(int count) {
    List<HttpClient> clients = new ArrayList<>();
    for (int client = 0; client < count; client++) {
      clients.add(
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(CONNECT)
              .build());
    }
    return clients;
  }

  private void ask(HttpClient http) {
    String body = bodies.get((int) (sent.getAndIncrement() % bodies.size()));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .timeout(LONGEST_ANSWER)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    underWay.register();
    long asked = System.nanoTime();
    CompletableFuture<?> unused =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
            .whenComplete((answer, failure) -> answered(http, asked, answer, failure));
  }

  private void answered(
      HttpClient http,
      long asked,
      @Nullable HttpResponse<String> answer,
      @Nullable Throwable failure) {
    if (answer == null || answer.statusCode() != SUCCESS) {
      // Not asked again: one failure is enough to say that nothing was measured.
      failures.incrementAndGet();
      firstFailure.compareAndSet(
          null, answer == null ? String.valueOf(failure) : "HTTP " + answer.statusCode());
    } else {
      times.add((System.nanoTime() - asked) / 1_000_000);
      if (!closed) {
        ask(http);
      }
    }
    underWay.arriveAndDeregister();
  }

  /** How long answers took so far; goes on counting. */
  AnswerTimes times() {
    return times;
  }

  long failures() {
    return failures.get();
  }

  /** The first failure; null if there was none. */
  @Nullable String firstFailure() {
    return firstFailure.get();
  }

  /** Asks no further, and waits for the answers under way: only then its clients are let go. */
  @Override
  public void close() {
    closed = true;
    try {
      underWay.awaitAdvanceInterruptibly(
          underWay.arriveAndDeregister(), LONGEST_ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException stuck) {
      throw new IllegalStateException("requests neither succeed nor fail", stuck);
    }
  }
}
