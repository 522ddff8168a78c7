package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;
import org.xnio.Options;

/**
 * Serves OpenEnv until closed, HTTP and WebSocket at one port. By Undertow, as the JDK's server has
 * no WebSockets.
 */
public final class OpenEnvServer implements AutoCloseable {
  private static final int HEADER_MILLIS = 60_000;
  private static final int IDLE_MILLIS = 300_000;
  private static final int MOST_CONNECTIONS = 32_768;
  private static final int INTERNAL = 500;
  private static final int PARTS = 4;

  private final Map<String, OpenEnvBase> bases = new TreeMap<>();
  private final PortSettings settings;
  private final Undertow server;

  private OpenEnvServer(
      ServedEnvironments environments,
      PlaySessions sessions,
      Rules rules,
      PortSettings settings,
      String release) {
    this.settings = settings;
    for (ServedTasks tasks : environments.all()) {
      ToolsContract tools = new ToolsContract(tasks);
      add(new OpenEnvPlay(tasks, new TurnsContract(), sessions, rules), tools, release);
      add(new OpenEnvPlay(tasks, tools, sessions, rules), tools, release);
    }
    HttpHandler http = new BlockingHandler(this::serve);
    server =
        Undertow.builder()
            .addHttpListener(settings.port(), settings.host())
            .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, (long) settings.mostBodyBytes() + 1)
            .setServerOption(UndertowOptions.REQUEST_PARSE_TIMEOUT, HEADER_MILLIS)
            .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, IDLE_MILLIS)
            .setSocketOption(Options.CONNECTION_HIGH_WATER, MOST_CONNECTIONS)
            .setSocketOption(Options.CONNECTION_LOW_WATER, MOST_CONNECTIONS)
            .setWorkerOption(Options.THREAD_DAEMON, true)
            .setHandler(
                Handlers.requestLimitingHandler(
                    settings.mostCalls(), settings.mostCalls(), exchange -> route(exchange, http)))
            .build();
  }

  private void add(OpenEnvPlay play, ToolsContract tools, String release) {
    AttachedSockets sockets = new AttachedSockets();
    OpenEnvRpc rpc = new OpenEnvRpc(play, tools, sockets);
    bases.put(
        play.path(),
        new OpenEnvBase(
            new OpenEnvRoutes(play, rpc, release),
            new OpenEnvSockets(play, rpc, sockets, settings.mostBodyBytes())));
  }

  /**
   * What answers below a base path.
   *
   * @param routes requests of HTTP
   * @param sockets sockets
   */
  private record OpenEnvBase(OpenEnvRoutes routes, OpenEnvSockets sockets) {}

  /**
   * A request's base path and what stands behind it.
   *
   * @param base null if there is none of that path
   */
  private record Place(@Nullable OpenEnvBase base, String rest) {}

  /**
   * Starts a server.
   *
   * @param sessions sessions of this protocol alone
   * @param rules when an answer is refused and an episode over
   * @param release the version of the software
   * @throws IOException if the place is taken or is none of this machine's: one line
   */
  public static OpenEnvServer start(
      ServedEnvironments environments,
      PlaySessions sessions,
      Rules rules,
      PortSettings settings,
      String release)
      throws IOException {
    OpenEnvServer server = new OpenEnvServer(environments, sessions, rules, settings, release);
    try {
      server.server.start();
    } catch (RuntimeException failed) {
      if (failed.getCause() instanceof BindException taken) {
        throw HttpPort.cannotListen(settings, taken);
      }
      throw failed;
    }
    return server;
  }

  /** Where the base paths begin. */
  public URI url() {
    InetSocketAddress bound = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    return HttpPort.url(settings, bound, "/");
  }

  private Place place(String path) {
    String[] parts = path.split("/", PARTS);
    if (parts.length < 3) {
      return new Place(null, path);
    }
    String base = "/" + parts[1] + "/" + parts[2];
    return new Place(bases.get(base), parts.length < PARTS ? "" : "/" + parts[3]);
  }

  private void route(HttpServerExchange exchange, HttpHandler http) throws Exception {
    String upgrade = exchange.getRequestHeaders().getFirst(Headers.UPGRADE);
    Place place = place(exchange.getRequestPath());
    if (upgrade != null
        && upgrade.toLowerCase(Locale.ROOT).equals("websocket")
        && place.base() != null
        && (place.rest().equals("/ws") || place.rest().equals("/mcp"))) {
      place.base().sockets().handler(place.rest().equals("/mcp")).handleRequest(exchange);
      return;
    }
    http.handleRequest(exchange);
  }

  private void serve(HttpServerExchange exchange) throws IOException {
    Answer answer = answer(exchange);
    exchange.setStatusCode(answer.status());
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, answer.contentType());
    answer
        .headers()
        .forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.setResponseContentLength(bytes.length);
    exchange.getOutputStream().write(bytes);
  }

  private Answer answer(HttpServerExchange exchange) throws IOException {
    try {
      HttpCall call =
          new HttpCall(
              exchange.getRequestMethod().toString(),
              uri(exchange),
              name -> exchange.getRequestHeaders().getFirst(name),
              exchange.getInputStream(),
              settings.mostBodyBytes());
      return answer(call);
    } catch (OpenEnvError refused) {
      return refused.answer();
    } catch (HttpRefusal refusal) {
      return refused(refusal);
    } catch (RequestTooBigException large) {
      return refused(HttpRefusal.tooLarge(settings.mostBodyBytes()));
    } catch (RuntimeException | StackOverflowError defect) {
      return OpenEnvRoutes.detail(INTERNAL, "the server failed: " + defect);
    }
  }

  private static Answer refused(HttpRefusal refusal) {
    if (refusal.status() == 400) {
      return OpenEnvError.invalid("body", refusal.line()).answer();
    }
    return OpenEnvRoutes.detail(refusal.status(), refusal.line()).with(refusal.headers());
  }

  private static URI uri(HttpServerExchange exchange) {
    String query = exchange.getQueryString();
    String text = exchange.getRequestURI() + (query.isEmpty() ? "" : "?" + query);
    try {
      return new URI(text);
    } catch (URISyntaxException odd) {
      throw HttpRefusal.wrong("the path is no URI: " + odd.getReason());
    }
  }

  private Answer answer(HttpCall call) throws IOException {
    Place place = place(call.path());
    if (place.base() != null) {
      return place.base().routes().answer(place.rest(), call);
    }
    if (call.path().equals("/health")) {
      return OpenEnvRoutes.health();
    }
    return Answer.json(
        404,
        JsonNodeFactory.instance
            .objectNode()
            .put(
                "detail",
                "no path "
                    + call.path()
                    + ", expected one below "
                    + String.join(", ", bases.keySet())));
  }

  @Override
  public void close() {
    server.stop();
  }
}
