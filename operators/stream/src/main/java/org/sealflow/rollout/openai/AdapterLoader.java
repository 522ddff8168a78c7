package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads each version's adapter into every server and unloads old ones, at the end all of them. What
 * is served switches when the adapter is in all of them; a version that cannot be loaded leaves the
 * one before, and where there is none before, nothing answers. A version that a server was not
 * there to load is loaded later, and one that a server has lost, again.
 */
final class AdapterLoader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdapterLoader.class);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  /** Answers under way may still name the version before. */
  private static final int KEPT = 2;

  private static final int DIGEST_SHOWN = 8;

  private final OpenAiSettings settings;
  private final AdapterServers servers;
  private final Clock clock;
  private final AdapterCopies copies;
  private final Deque<LoadedAdapter> loaded = new ArrayDeque<>();
  private volatile ServedVersion served;
  private volatile @Nullable String problem;
  private volatile CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);

  /** The newest version, if it may yet be loaded. */
  private @Nullable PolicyUpdate missed;

  private CompletableFuture<Boolean> retry = CompletableFuture.completedFuture(true);

  AdapterLoader(OpenAiSettings settings, List<ServerClient> clients, Clock clock) {
    this.settings = settings;
    this.servers = new AdapterServers(clients, clock);
    this.clock = clock;
    this.copies = settings.replicas().adapterCopies();
    this.served = new ServedVersion(settings.model(), null);
  }

  /**
   * The model to ask for: at the start of an episode the newest version told, once it is served or
   * given up, later what is served by then. Fails with a {@link PolicyException} where versions
   * were told and none is served, since what would answer is the policy of none of them.
   *
   * @param step number of the answer in its episode, from 0
   */
  CompletableFuture<ServedVersion> at(int step) {
    return step == 0
        ? last.thenCompose(done -> begun())
        : CompletableFuture.completedFuture(served);
  }

  /** Episodes do not wait for a version that was missed, unless there is no other. */
  private CompletableFuture<ServedVersion> begun() {
    CompletableFuture<Boolean> missing = loadMissed();
    return served.version() == null
        ? missing.thenApply(done -> requireServed())
        : CompletableFuture.completedFuture(served);
  }

  private ServedVersion requireServed() {
    String why = problem;
    ServedVersion now = served;
    if (now.version() == null && why != null) {
      throw new PolicyException(PolicyException.Cause.ENGINE, why);
    }
    return now;
  }

  /**
   * Asks a server for an answer, once more if it has lost the adapter that is asked for.
   *
   * @param body names the model, or the adapter
   */
  CompletableFuture<JsonNode> ask(
      ServerClient client, String path, ObjectNode body, Instant deadline) {
    return client
        .post(path, body, deadline)
        .exceptionallyCompose(
            failed -> {
              Optional<LoadedAdapter> lost =
                  ServerError.isNotFound(failed)
                      ? loaded(body.path("model").asText())
                      : Optional.empty();
              return lost.isEmpty()
                  ? CompletableFuture.failedFuture(failed)
                  : restored(client, lost.get(), deadline)
                      .thenCompose(done -> client.post(path, body, deadline));
            });
  }

  private synchronized Optional<LoadedAdapter> loaded(String name) {
    return loaded.stream().filter(adapter -> adapter.name().equals(name)).findFirst();
  }

  /**
   * Loads an adapter again, from a copy made again if another instance has deleted it. Waits until
   * the deadline at most, after which asking fails as late.
   */
  private CompletableFuture<JsonNode> restored(
      ServerClient client, LoadedAdapter lost, Instant deadline) {
    long left = Duration.between(clock.instant(), deadline).toMillis();
    return CompletableFuture.runAsync(() -> copies.local(lost.uri(), lost.digest()))
        .thenCompose(done -> servers.loadAgain(client, lost))
        .exceptionallyCompose(failed -> CompletableFuture.failedFuture(unrestored(lost, failed)))
        .completeOnTimeout(MissingNode.getInstance(), left, TimeUnit.MILLISECONDS);
  }

  private static PolicyException unrestored(LoadedAdapter lost, Throwable failed) {
    return new PolicyException(
        PolicyException.Cause.ENGINE,
        "the server has lost adapter "
            + lost.name()
            + " and it cannot be loaded again: "
            + ServerFailures.cause(failed).getMessage(),
        failed);
  }

  /** Why the newest version is not served; empty if it is. */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /**
   * Whether a server takes adapters.
   *
   * @return what is wrong, in one line; empty if nothing is, or no adapters are to be loaded
   */
  Optional<String> check(ServerClient client, Instant deadline) {
    return settings.adapters() ? servers.check(client, deadline) : Optional.empty();
  }

  /** Takes a version in, after those before it. */
  synchronized void update(PolicyUpdate update) {
    if (!settings.adapters()
        || update.getFormat() != WeightsFormat.PEFT_ADAPTER
        || update.getWeightsUri() == null) {
      served = new ServedVersion(settings.model(), update.getVersion());
      return;
    }
    last =
        last.thenComposeAsync(before -> load(update))
            .handle((adapter, failed) -> switchTo(update, adapter, failed));
  }

  /** Does not return before copies are made. */
  private CompletableFuture<LoadedAdapter> load(PolicyUpdate update) {
    String uri = String.valueOf(update.getWeightsUri());
    String digest = digest(update);
    String path = settings.replicas().path(copies.local(uri, digest));
    LoadedAdapter adapter = new LoadedAdapter(name(update), digest, uri, path);
    return servers.load(adapter).thenApply(done -> adapter);
  }

  private static String digest(PolicyUpdate update) {
    return String.valueOf(update.getWeightsDigest());
  }

  /** A name that no other run gives, and that stands for the same weights wherever it is met. */
  private static String name(PolicyUpdate update) {
    String digest = digest(update);
    return update.getRunId()
        + "-v"
        + update.getVersion()
        + "-"
        + digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()));
  }

  /** Tries again to load the version that was missed; one load at a time. */
  private synchronized CompletableFuture<Boolean> loadMissed() {
    PolicyUpdate update = missed;
    if (update != null && retry.isDone()) {
      retry =
          CompletableFuture.completedFuture(update)
              .thenComposeAsync(this::load)
              .handle((adapter, failed) -> switchLateTo(update, adapter, failed));
    }
    return retry;
  }

  private synchronized boolean switchLateTo(
      PolicyUpdate update, @Nullable LoadedAdapter adapter, @Nullable Throwable failed) {
    if (Objects.equals(missed, update)) {
      return switchTo(update, adapter, failed);
    }
    if (adapter != null) {
      CompletableFuture<?> unused = unload(adapter);
    }
    return false;
  }

  private synchronized boolean switchTo(
      PolicyUpdate update, @Nullable LoadedAdapter adapter, @Nullable Throwable failed) {
    if (adapter == null) {
      Throwable why = ServerFailures.cause(Objects.requireNonNull(failed));
      problem = "version " + update.getVersion() + " is not served: " + why.getMessage();
      missed = ServerError.isPassing(why) ? update : null;
      return false;
    }
    missed = null;
    served = new ServedVersion(adapter.name(), update.getVersion());
    problem = null;
    loaded.addLast(adapter);
    if (loaded.size() > KEPT) {
      // What stays loaded costs the server memory and nothing else.
      CompletableFuture<?> unused = unload(loaded.removeFirst());
    }
    return true;
  }

  private CompletableFuture<?> unload(LoadedAdapter adapter) {
    try {
      copies.forget(adapter.digest());
    } catch (IOException kept) {
      LOG.warn("the copy of adapter {} stays: {}", adapter.name(), kept.toString());
    }
    return servers.unload(adapter);
  }

  /** Done once every version told so far is served, given up, or left to be loaded later. */
  CompletableFuture<?> settled() {
    return last;
  }

  /** Unloads what is loaded; a server that does not do so soon keeps it. */
  @Override
  public void close() {
    last.thenCompose(done -> unloadAll())
        .handle((done, failed) -> failed == null)
        .completeOnTimeout(false, FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  private synchronized CompletableFuture<Void> unloadAll() {
    CompletableFuture<?>[] unloaded =
        loaded.stream().map(this::unload).toArray(CompletableFuture<?>[]::new);
    loaded.clear();
    missed = null;
    return CompletableFuture.allOf(unloaded);
  }
}
