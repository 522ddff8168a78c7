package org.sealflow.serve;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.learn.engine.ContinuationRequest;
import org.sealflow.learn.policy.PolicyException;

/**
 * Has the prompts of a request continued, within what the server can take and until its deadline.
 */
final class Sampler {
  /** The engine keeps deadlines itself; so much later it is not waited for. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final SamplingEngine engine;
  private final RowLimit limit;
  private final Duration deadline;
  private final Clock clock;
  private final ServerMetrics metrics;

  Sampler(SamplingEngine engine, ServerSettings settings, Clock clock, ServerMetrics metrics) {
    this.engine = engine;
    this.limit = new RowLimit(settings.mostRows());
    this.deadline = settings.requestDeadline();
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Continuations sampled or waiting now. */
  int rows() {
    return limit.taken();
  }

  /**
   * Checks a prompt.
   *
   * @param path its name in messages
   * @throws ApiError if it cannot be continued
   */
  void check(List<Integer> prompt, String path) {
    if (prompt.isEmpty()) {
      throw ApiError.wrong(path, path + " is empty, expected at least one token");
    }
    if (prompt.size() >= engine.contextLength()) {
      throw ApiError.tooLong(path, prompt.size(), engine.contextLength());
    }
    for (int i = 0; i < prompt.size(); i++) {
      if (prompt.get(i) >= engine.vocabularySize()) {
        throw ApiError.wrong(
            path,
            path
                + " holds the token id "
                + prompt.get(i)
                + " at "
                + i
                + ", expected ids below "
                + engine.vocabularySize());
      }
    }
  }

  /**
   * Checks how many continuations a request asks for, before anything is held for each.
   *
   * @throws ApiError if there are more than the server ever samples at once
   */
  void checkRows(long rows) {
    limit.check(rows);
  }

  /**
   * Continues prompts.
   *
   * @return the continuations, in the order of the requests
   * @throws ApiError if the server is busy, the deadline passes or the engine fails
   */
  List<Continuation> sample(List<ContinuationRequest> requests) {
    Instant until = clock.instant().plus(deadline);
    limit.take(requests.size());
    List<CompletableFuture<Continuation>> rows = new ArrayList<>();
    try {
      requests.forEach(request -> rows.add(begin(request, until)));
      List<Continuation> continuations = await(rows);
      continuations.forEach(each -> metrics.sampled(each.tokens().size()));
      return continuations;
    } finally {
      // Of a request that failed nothing is of use any more.
      rows.forEach(row -> row.cancel(false));
    }
  }

  private CompletableFuture<Continuation> begin(ContinuationRequest request, Instant until) {
    CompletableFuture<Continuation> row;
    try {
      row = engine.sample(request, until);
    } catch (RuntimeException refused) {
      row = CompletableFuture.failedFuture(refused);
    }
    var unused = row.whenComplete((continuation, failure) -> limit.giveBack());
    return row;
  }

  private List<Continuation> await(List<CompletableFuture<Continuation>> rows) {
    CompletableFuture<?> all = CompletableFuture.allOf(rows.toArray(CompletableFuture[]::new));
    for (CompletableFuture<Continuation> row : rows) {
      // The first failure decides, not the last answer.
      var unused =
          row.whenComplete(
              (continuation, failure) -> {
                if (failure != null) {
                  all.completeExceptionally(failure);
                }
              });
    }
    try {
      all.get(deadline.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
      return rows.stream().map(CompletableFuture::join).toList();
    } catch (ExecutionException failed) {
      throw error(failed.getCause() == null ? failed : failed.getCause());
    } catch (CancellationException givenUp) {
      throw ApiError.failed("the engine gave the answer up");
    } catch (TimeoutException late) {
      throw late();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw ApiError.closing();
    }
  }

  private ApiError error(Throwable cause) {
    if (cause instanceof PolicyException refused
        && refused.reason() == PolicyException.Cause.DEADLINE) {
      return late();
    }
    if (cause instanceof IllegalArgumentException wrong) {
      return ApiError.wrong(null, String.valueOf(wrong.getMessage()));
    }
    return ApiError.failed("the engine failed: " + String.valueOf(cause.getMessage()));
  }

  private ApiError late() {
    return ApiError.late(
        "no answer within "
            + deadline.toSeconds()
            + " s: ask for fewer tokens or answers, or try again when the server is less busy");
  }
}
