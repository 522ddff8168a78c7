package org.sealflow.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.sealflow.learn.engine.PolicyEngine;

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
public final class PolicyServer implements AutoCloseable {
  private static final int BACKLOG = 1024;

  /** Requests under way at once, of whatever kind; each has a thread, most wait for the engine. */
  private static final int MOST_CALLS = 1024;

  private final HttpServer http;
  private final ExecutorService threads;
  private final OpenCalls open = new OpenCalls(MOST_CALLS);
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
      AdapterDesk adapters,
      ServerSettings settings,
      Clock clock,
      LongSupplier seeds)
      throws IOException {
    this.engine = engine;
    this.settings = settings;
    this.clock = clock;
    sampler = new Sampler(engine, settings, clock, metrics);
    RequestIds ids = new RequestIds(seeds.getAsLong());
    Service service = new Service(sampler, text, models, ids, seeds, metrics, clock);
    router =
        new Router(models, settings.key())
            .add("POST", "/v1/completions", new Completions(service))
            .add("POST", "/v1/chat/completions", new Chats(service))
            .add("POST", Tokenization.PATH, new Tokenization(text, models))
            .add("GET", "/v1/models", call -> models.list())
            .add("POST", "/v1/load_lora_adapter", adapters::load)
            .add("POST", "/v1/unload_lora_adapter", adapters::unload)
            .add("GET", "/health", call -> health())
            .add("GET", "/version", call -> version())
            .add("GET", "/metrics", call -> metrics());
    threads = Executors.newCachedThreadPool(daemons());
    http = listen(settings);
    http.createContext("/", this::handle);
    http.setExecutor(threads);
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
    AdapterDesk desk = new AdapterDesk(engine, models, settings.requestDeadline(), clock);
    PolicyServer server = new PolicyServer(engine, text, models, desk, settings, clock, seeds);
    try {
      adapters.forEach((name, path) -> desk.load(name, path.toString(), false));
    } catch (ApiError refused) {
      server.close();
      throw new IllegalArgumentException(refused.getMessage(), refused);
    }
    server.http.start();
    return server;
  }

  /**
   * Looks whether a server could listen, before much is done for it.
   *
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static void requireFree(ServerSettings settings) throws IOException {
    listen(settings).stop(0);
  }

  private static HttpServer listen(ServerSettings settings) throws IOException {
    JdkServerProperties.set();
    try {
      InetAddress host = InetAddress.getByName(settings.host());
      return HttpServer.create(new InetSocketAddress(host, settings.port()), BACKLOG);
    } catch (IOException refused) {
      throw new IOException(
          "cannot listen at "
              + settings.host()
              + ":"
              + settings.port()
              + " ("
              + refused.getMessage()
              + "): choose another port, 0 for any, or another host",
          refused);
    }
  }

  /** Threads that do not keep the JVM alive. */
  private static ThreadFactory daemons() {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "serve-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Where the paths of OpenAI's API begin, e.g. {@code http://127.0.0.1:8000/v1}. */
  public URI url() {
    InetAddress bound = http.getAddress().getAddress();
    String host = bound.isAnyLocalAddress() ? "localhost" : settings.host();
    try {
      return new URI("http", null, host, http.getAddress().getPort(), "/v1", null, null);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("a host that was bound is none", impossible);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    Call call = new Call(exchange, settings.mostBodyBytes());
    try (exchange) {
      Optional<ApiError> refused = open.begin();
      if (refused.isPresent()) {
        call.send(refused.get().answer());
        return;
      }
      try {
        serve(call, clock.millis());
      } finally {
        open.end();
      }
    }
  }

  private void serve(Call call, long began) throws IOException {
    Answer answer = answer(call);
    metrics.answered(router.counted(call.path()), answer.status(), clock.millis() - began);
    call.send(answer);
  }

  private Answer answer(Call call) throws IOException {
    try {
      return router.answer(call);
    } catch (ApiError refused) {
      return refused.answer();
    } catch (RuntimeException defect) {
      return ApiError.failed("the server failed: " + defect).answer();
    }
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
    open.close(settings.drain());
    http.stop(0);
    threads.shutdownNow();
  }
}
