package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

/**
 * Loads each version's adapter into the server and unloads old ones. What is served switches when
 * the adapter is there; a version that cannot be loaded leaves the one before.
 */
final class AdapterLoader {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Answers under way may still name the version before. */
  private static final int KEPT = 2;

  private final OpenAiSettings settings;
  private final ServerClient client;
  private final Clock clock;
  private volatile ServedVersion served;
  private final AtomicReference<@Nullable String> problem = new AtomicReference<>();
  private final Deque<String> loaded = new ArrayDeque<>();
  private CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);

  AdapterLoader(OpenAiSettings settings, ServerClient client, Clock clock) {
    this.settings = settings;
    this.client = client;
    this.clock = clock;
    this.served = new ServedVersion(settings.model(), null);
  }

  /** What to ask for now. */
  ServedVersion served() {
    return served;
  }

  /** Why the newest version is not served; empty where it is. */
  Optional<String> problem() {
    return Optional.ofNullable(problem.get());
  }

  /** Takes a version in, after those before it. */
  synchronized void update(PolicyUpdate update) {
    String uri = update.getWeightsUri();
    if (!settings.adapters() || update.getFormat() != WeightsFormat.PEFT_ADAPTER || uri == null) {
      served = new ServedVersion(settings.model(), update.getVersion());
      return;
    }
    String name = update.getPolicyName() + "-v" + update.getVersion();
    last =
        last.thenCompose(before -> load(name, uri))
            .handle((done, failed) -> switchTo(name, update.getVersion(), failed));
  }

  private CompletableFuture<JsonNode> load(String name, String uri) {
    ObjectNode body = client.json().createObjectNode();
    body.put("lora_name", name);
    body.put("lora_path", uri.startsWith("file:") ? URI.create(uri).getPath() : uri);
    return client.post("/load_lora_adapter", body, clock.instant().plus(PATIENCE));
  }

  private synchronized boolean switchTo(String name, long version, @Nullable Throwable failed) {
    if (failed != null) {
      problem.set("version " + version + " is not served: " + failed.getMessage());
      return false;
    }
    problem.set(null);
    served = new ServedVersion(name, version);
    loaded.addLast(name);
    if (loaded.size() > KEPT) {
      ObjectNode body = client.json().createObjectNode();
      body.put("lora_name", loaded.removeFirst());
      // What stays loaded costs the server memory and nothing else.
      CompletableFuture<?> unused =
          client.post("/unload_lora_adapter", body, clock.instant().plus(PATIENCE));
    }
    return true;
  }

  /** Done once every version told so far is served or given up. */
  synchronized CompletableFuture<?> settled() {
    return last;
  }
}
