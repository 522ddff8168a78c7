package org.sealflow.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.HttpRefusal;

/**
 * Serves a policy over HTTP until closed.
 *
 * <pre>
 *   POST /v1/completions, /v1/chat/completions           OpenAI's, with vLLM's fields for token ids
 *   GET  /v1/models, /v1/models/NAME                     the policy and its adapters
 *   POST /v1/load_lora_adapter, /v1/unload_lora_adapter  vLLM's
 *   POST /tokenize                                       vLLM's
 *   GET  /health, /version, /metrics                     without a key
 * </pre>
 *
 * Every error has OpenAI's form and one line that says what was found and what was expected.
 */
public final class PolicyServer implements HttpHandler, AutoCloseable {
  private static final Set<String> OPEN = Set.of("/health", "/version", "/metrics");

  private final HttpPort port;
  private final ServerMetrics metrics = new ServerMetrics();
  private final ServerSettings settings;
  private final SamplingEngine engine;
  private final Sampler sampler;
  private final Router router;
  private final Clock clock;

  private PolicyServer(
      SamplingEngine engine,
      ServedText text,
      ServedModels models,
      AdapterLoading adapters,
      ServerSettings settings,
      Clock clock,
      LongSupplier seeds) {
    this.engine = engine;
    this.settings = settings;
    this.clock = clock;
    sampler = new Sampler(engine, settings, clock, metrics);
    RequestIds ids = new RequestIds(seeds.getAsLong());
    Service service = new Service(sampler, text, models, ids, seeds, metrics, clock);
    router =
        new Router(models)
            .add("POST", "/v1/completions", new Completions(service))
            .add("POST", "/v1/chat/completions", new Chats(service))
            .add("POST", Tokenization.PATH, new Tokenization(text, models))
            .add("GET", "/v1/models", call -> models.list())
            .add("POST", "/v1/load_lora_adapter", adapters::load)
            .add("POST", "/v1/unload_lora_adapter", adapters::unload)
            .add("GET", "/health", call -> health())
            .add("GET", "/version", call -> version())
            .add("GET", "/metrics", call -> metrics());
    port = HttpPort.open(settings.place(), this);
  }

  /**
   * Starts a server.
   *
   * @param engine samples; stays open when the server is closed
   * @param text the model's words; stays open too
   * @param directory where the model stands, as {@code GET /v1/models} tells it
   * @param adapters directories of adapters to be served from the start, by name
   * @param seeds seeds of requests that have none; asked from several threads at once
   * @throws IllegalArgumentException if an adapter cannot be served: one line
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static PolicyServer start(
      PolicyEngine engine,
      ServedText text,
      Path directory,
      Map<String, Path> adapters,
      ServerSettings settings,
      Clock clock,
      LongSupplier seeds)
      throws IOException {
    return start(SamplingEngine.of(engine), text, directory, adapters, settings, clock, seeds);
  }

  static PolicyServer start(
      SamplingEngine engine,
      ServedText text,
      Path directory,
      Map<String, Path> adapters,
      ServerSettings settings,
      Clock clock,
      LongSupplier seeds)
      throws IOException {
    ServedModels models =
        new ServedModels(settings.modelName(), directory, engine.contextLength(), clock.instant());
    AdapterLoading desk = new AdapterLoading(engine, models, settings.requestDeadline(), clock);
    PolicyServer server = new PolicyServer(engine, text, models, desk, settings, clock, seeds);
    try {
      adapters.forEach((name, path) -> desk.load(name, path.toString(), false));
    } catch (ApiError refused) {
      server.close();
      throw new IllegalArgumentException(refused.getMessage(), refused);
    }
    server.port.start();
    return server;
  }

  /**
   * Looks whether a server could listen, before much is done for it.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static void requireFree(ServerSettings settings) throws IOException {
    HttpPort.requireFree(settings.place());
  }

  /** Where the paths of OpenAI's API begin, e.g. {@code http://127.0.0.1:8000/v1}. */
  public URI url() {
    return port.url("/v1");
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    long began = clock.millis();
    Answer answer = answered(call);
    metrics.answered(router.counted(call.path()), answer.status(), clock.millis() - began);
    return answer;
  }

  private Answer answered(HttpCall call) throws IOException {
    try {
      return router.answer(call);
    } catch (HttpRefusal refusal) {
      return refused(refusal);
    } catch (ApiError refused) {
      return refused.answer();
    } catch (RuntimeException defect) {
      return refused(HttpRefusal.failed(defect));
    }
  }

  @Override
  public boolean isOpen(String path) {
    return OPEN.contains(path);
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return ApiError.of(refusal).answer();
  }

  private Answer health() {
    Optional<String> failure = engine.failure();
    if (failure.isPresent()) {
      throw ApiError.failed("the engine answers no more: " + failure.get());
    }
    return Answer.json(JsonNodeFactory.instance.objectNode().put("status", "ok"));
  }

  private Answer version() {
    return Answer.json(JsonNodeFactory.instance.objectNode().put("version", settings.release()));
  }

  private Answer metrics() {
    return Answer.text(
        "text/plain; version=0.0.4; charset=utf-8",
        metrics.text(sampler.rows(), engine.statistics()));
  }

  /** Takes no more requests, lets those under way end, and frees the port. */
  @Override
  public void close() {
    port.close();
  }
}
