package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers as holders of adapters: told to load them, to unload them, to load them again. */
final class AdapterServers {
  private static final Logger LOG = LoggerFactory.getLogger(AdapterServers.class);
  private static final String LOAD = "/load_lora_adapter";
  private static final String UNLOAD = "/unload_lora_adapter";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * How servers refuse a name that they serve. It is then served with the same weights, since they
   * are part of the name: by another instance of the policy, or before a restart.
   */
  private static final Pattern SERVED_ALREADY =
      Pattern.compile("\\balready\\b", Pattern.CASE_INSENSITIVE);

  private final List<ServerClient> clients;
  private final Clock clock;

  /** What is being loaded again. Those that are done go with the next one. */
  private final Map<Loss, CompletableFuture<JsonNode>> reloads = new HashMap<>();

  private record Loss(ServerClient client, String adapter) {}

  AdapterServers(List<ServerClient> clients, Clock clock) {
    this.clients = List.copyOf(clients);
    this.clock = clock;
  }

  /**
   * Whether a server takes adapters: asked to load none, one that does not has no such path.
   *
   * @return what is wrong, in one line; empty if nothing is
   */
  Optional<String> check(ServerClient client, Instant deadline) {
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

  /** Loads an adapter into all servers. */
  CompletableFuture<?> load(LoadedAdapter adapter) {
    return inAll(client -> loadInto(client, adapter));
  }

  private CompletableFuture<JsonNode> loadInto(ServerClient client, LoadedAdapter adapter) {
    ObjectNode body = client.json().createObjectNode();
    body.put("lora_name", adapter.name());
    body.put("lora_path", adapter.path());
    return client
        .post(LOAD, body, clock.instant().plus(PATIENCE))
        .exceptionallyCompose(
            failed ->
                SERVED_ALREADY
                        .matcher(String.valueOf(ServerFailures.cause(failed).getMessage()))
                        .find()
                    ? CompletableFuture.<JsonNode>completedFuture(client.json().createObjectNode())
                    : CompletableFuture.failedFuture(failed));
  }

  /** Loads an adapter into a server that has lost it, once for all who miss it at the same time. */
  synchronized CompletableFuture<JsonNode> loadAgain(ServerClient client, LoadedAdapter adapter) {
    reloads.values().removeIf(CompletableFuture::isDone);
    return reloads.computeIfAbsent(
        new Loss(client, adapter.name()),
        loss -> {
          LOG.warn(
              "the server at {} has lost adapter {}: it is loaded again",
              client.settings().baseUrl(),
              adapter.name());
          return loadInto(client, adapter)
              .whenComplete((done, failed) -> tell(client, adapter, failed));
        });
  }

  private static void tell(ServerClient client, LoadedAdapter adapter, @Nullable Throwable failed) {
    if (failed != null) {
      LOG.warn(
          "adapter {} cannot be loaded again into the server at {}: {}",
          adapter.name(),
          client.settings().baseUrl(),
          ServerFailures.cause(failed).getMessage());
    }
  }

  /** Unloads an adapter from all servers. */
  CompletableFuture<?> unload(LoadedAdapter adapter) {
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
}
