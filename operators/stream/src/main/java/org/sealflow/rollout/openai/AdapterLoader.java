package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

/**
 * Loads each version's adapter into the server and unloads old ones, at the end all of them. What
 * is served switches when the adapter is there; a version that cannot be loaded leaves the one
 * before, and where there is none before, nothing answers.
 */
final class AdapterLoader implements AutoCloseable {
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
  private final ServerClient client;
  private final Clock clock;
  private final Deque<String> loaded = new ArrayDeque<>();
  private volatile ServedVersion served;
  private volatile @Nullable String problem;
  private volatile CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);

  AdapterLoader(OpenAiSettings settings, ServerClient client, Clock clock) {
    this.settings = settings;
    this.client = client;
    this.clock = clock;
    this.served = new ServedVersion(settings.model(), null);
  }

  /**
   * What to ask for: at the start of an episode the newest version told, once it is served or given
   * up, later what is served by then. Fails with a {@link PolicyException} where versions were told
   * and none is served, since what would answer is the policy of none of them.
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
   * Whether the server takes adapters: asked to load none, one that does not has no such path.
   *
   * @return what is wrong, in one line; empty if nothing is, or no adapters are to be loaded
   */
  Optional<String> check(Instant deadline) {
    if (!settings.adapters()) {
      return Optional.empty();
    }
    return client
        .post(LOAD, client.json().createObjectNode(), deadline)
        .handle((answer, failed) -> failed != null && ServerError.isNotFound(failed))
        .thenApply(absent -> absent ? Optional.of(withoutAdapters()) : Optional.<String>empty())
        .join();
  }

  private String withoutAdapters() {
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
    String name = name(update);
    last =
        last.thenCompose(before -> load(name, uri))
            .handle((done, failed) -> switchTo(name, update.getVersion(), failed));
  }

  /** A name that no other run gives, and that stands for the same weights wherever it is met. */
  private static String name(PolicyUpdate update) {
    String digest = String.valueOf(update.getWeightsDigest());
    return update.getRunId()
        + "-v"
        + update.getVersion()
        + "-"
        + digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()));
  }

  private CompletableFuture<JsonNode> load(String name, String uri) {
    ObjectNode body = client.json().createObjectNode();
    body.put("lora_name", name);
    body.put("lora_path", uri.startsWith("file:") ? URI.create(uri).getPath() : uri);
    return client.post(LOAD, body, clock.instant().plus(PATIENCE));
  }

  private CompletableFuture<JsonNode> unload(String name) {
    ObjectNode body = client.json().createObjectNode();
    body.put("lora_name", name);
    return client.post(UNLOAD, body, clock.instant().plus(PATIENCE));
  }

  private synchronized boolean switchTo(String name, long version, @Nullable Throwable failed) {
    String refusal =
        failed == null ? "" : String.valueOf(ServerFailures.cause(failed).getMessage());
    if (failed != null && !SERVED_ALREADY.matcher(refusal).find()) {
      problem = "version " + version + " is not served: " + refusal;
      return false;
    }
    problem = null;
    served = new ServedVersion(name, version);
    loaded.addLast(name);
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
