package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads each version's adapter into every server and unloads old ones, at the end all of them. What
 * is served switches when the adapter is in all of them; a version that cannot be loaded leaves the
 * one before, and where there is none before, nothing answers.
 */
final class AdapterLoader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdapterLoader.class);
  private static final String LOAD = "/load_lora_adapter";
  private static final String UNLOAD = "/unload_lora_adapter";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  /** Answers under way may still name the version before. */
  private static final int KEPT = 2;

  private static final int DIGEST_SHOWN = 8;

  /**
   * How servers refuse a name that they serve. It is then served with the same weights, since they
   * are part of the name: by another instance of the policy, or before a restart.
   */
  private static final Pattern SERVED_ALREADY =
      Pattern.compile("\\balready\\b", Pattern.CASE_INSENSITIVE);

  private final OpenAiSettings settings;
  private final List<ServerClient> clients;
  private final Clock clock;
  private final AdapterCopies copies;
  private final Deque<LoadedAdapter> loaded = new ArrayDeque<>();
  private volatile ServedVersion served;
  private volatile @Nullable String problem;
  private volatile CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);

  /**
   * An adapter that the servers have.
   *
   * @param digest of its weights
   */
  private record LoadedAdapter(String name, String digest) {}

  AdapterLoader(OpenAiSettings settings, List<ServerClient> clients, Clock clock) {
    this.settings = settings;
    this.clients = List.copyOf(clients);
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
        ? last.thenApply(done -> requireServed())
        : CompletableFuture.completedFuture(served);
  }

  private ServedVersion requireServed() {
    ServedVersion now = served;
    String why = problem;
    if (now.version() == null && why != null) {
      throw new PolicyException(PolicyException.Cause.ENGINE, why);
    }
    return now;
  }

  /** Why the newest version is not served; empty if it is. */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /**
   * Whether a server takes adapters: asked to load none, one that does not has no such path.
   *
   * @return what is wrong, in one line; empty if nothing is, or no adapters are to be loaded
   */
  Optional<String> check(ServerClient client, Instant deadline) {
    if (!settings.adapters()) {
      return Optional.empty();
    }
    return client
        .post(LOAD, client.json().createObjectNode(), deadline)
        .handle((answer, failed) -> failed != null && ServerError.isNotFound(failed))
        .thenApply(
            absent ->
                absent ? Optional.of(withoutAdapters(client.settings())) : Optional.<String>empty())
        .join();
  }

  private static String withoutAdapters(OpenAiSettings settings) {
    return "the policy server at "
        + settings.baseUrl()
        + " loads no adapters (status 404 for "
        + LOAD
        + "): start vLLM with --enable-lora and VLLM_ALLOW_RUNTIME_LORA_UPDATING=True, or ask for"
        + " none to be loaded";
  }

  /** Takes a version in, after those before it. */
  synchronized void update(PolicyUpdate update) {
    String uri = update.getWeightsUri();
    if (!settings.adapters() || update.getFormat() != WeightsFormat.PEFT_ADAPTER || uri == null) {
      served = new ServedVersion(settings.model(), update.getVersion());
      return;
    }
    LoadedAdapter adapter = new LoadedAdapter(name(update), digest(update));
    last =
        last.thenApplyAsync(before -> copies.local(uri, adapter.digest()))
            .thenCompose(place -> load(adapter.name(), place))
            .handle((done, failed) -> switchTo(adapter, update.getVersion(), failed));
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

  private CompletableFuture<?> load(String name, String uri) {
    String path = settings.replicas().path(uri);
    return inAll(client -> loadInto(client, name, path));
  }

  private CompletableFuture<JsonNode> loadInto(ServerClient client, String name, String path) {
    ObjectNode body = client.json().createObjectNode();
    body.put("lora_name", name);
    body.put("lora_path", path);
    return client
        .post(LOAD, body, clock.instant().plus(PATIENCE))
        .exceptionallyCompose(
            failed ->
                SERVED_ALREADY.matcher(String.valueOf(refusal(failed))).find()
                    ? CompletableFuture.<JsonNode>completedFuture(client.json().createObjectNode())
                    : CompletableFuture.failedFuture(failed));
  }

  private static @Nullable String refusal(Throwable failed) {
    return ServerFailures.cause(failed).getMessage();
  }

  private CompletableFuture<?> unload(LoadedAdapter adapter) {
    try {
      copies.forget(adapter.digest());
    } catch (IOException kept) {
      LOG.warn("the copy of adapter {} stays: {}", adapter.name(), kept.toString());
    }
    return inAll(
        client -> {
          ObjectNode body = client.json().createObjectNode();
          body.put("lora_name", adapter.name());
          return client.post(UNLOAD, body, clock.instant().plus(PATIENCE));
        });
  }

  private CompletableFuture<?> inAll(Function<ServerClient, CompletableFuture<?>> call) {
    return CompletableFuture.allOf(clients.stream().map(call).toArray(CompletableFuture<?>[]::new));
  }

  private synchronized boolean switchTo(
      LoadedAdapter adapter, long version, @Nullable Throwable failed) {
    if (failed != null) {
      problem = "version " + version + " is not served: " + refusal(failed);
      return false;
    }
    problem = null;
    served = new ServedVersion(adapter.name(), version);
    loaded.addLast(adapter);
    if (loaded.size() > KEPT) {
      // What stays loaded costs the server memory and nothing else.
      CompletableFuture<?> unused = unload(loaded.removeFirst());
    }
    return true;
  }

  /** Done once every version told so far is served or given up. */
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
    return CompletableFuture.allOf(unloaded);
  }
}
