package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.PageOrigin;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;

/**
 * Serves OpenEnv until closed, HTTP and WebSocket at one port. By Undertow, as the JDK's server has
 * no WebSockets.
 */
public final class OpenEnvServer implements HttpHandler, AutoCloseable {
  private static final String HEALTH = "/health";
  private static final int PARTS = 4;

  private final Map<String, OpenEnvBase> bases = new TreeMap<>();
  private final PortSettings settings;
  private final HttpPort port;

  private OpenEnvServer(
      ServedEnvironments environments,
      PlaySessions sessions,
      Rules rules,
      PortSettings settings,
      String release) {
    this.settings = settings;
    port = HttpPort.open(settings, this, this::takeover);
    for (ServedTasks tasks : environments.all()) {
      ToolsContract tools = new ToolsContract(tasks);
      add(new OpenEnvPlay(tasks, new TurnsContract(), sessions, rules), tools, release);
      add(new OpenEnvPlay(tasks, tools, sessions, rules), tools, release);
    }
  }

  private void add(OpenEnvPlay play, ToolsContract tools, String release) {
    AttachedSockets sockets = new AttachedSockets();
    OpenEnvRpc rpc = new OpenEnvRpc(play, tools, sockets);
    bases.put(
        play.path(),
        new OpenEnvBase(
            new OpenEnvRoutes(play, rpc, release),
            new OpenEnvSockets(play, rpc, sockets, settings.limits(), port.held())));
  }

  /**
   * The parts that answer below a base path.
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
    server.port.start();
    return server;
  }

  /** Where the base paths begin. */
  public URI url() {
    return port.url("/");
  }

  private Place place(String path) {
    String[] parts = path.split("/", PARTS);
    if (parts.length < 3) {
      return new Place(null, path);
    }
    String base = "/" + parts[1] + "/" + parts[2];
    return new Place(bases.get(base), parts.length < PARTS ? "" : "/" + parts[3]);
  }

  private io.undertow.server.@Nullable HttpHandler takeover(HttpServerExchange exchange) {
    String upgrade = exchange.getRequestHeaders().getFirst(Headers.UPGRADE);
    Place place = place(exchange.getRequestPath());
    boolean isSocket =
        upgrade != null
            && upgrade.toLowerCase(Locale.ROOT).equals("websocket")
            && (place.rest().equals("/ws") || place.rest().equals("/mcp"));
    if (!isSocket || place.base() == null) {
      return null;
    }
    PageOrigin.requireThisComputer(exchange.getRequestHeaders().getFirst(Headers.ORIGIN));
    return place.base().sockets().handler(place.rest().equals("/mcp"));
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    try {
      return found(call);
    } catch (OpenEnvError refused) {
      return refused.answer();
    }
  }

  @Override
  public boolean isOpen(String path) {
    Place place = place(path);
    return path.equals(HEALTH) || (place.base() != null && place.rest().equals(HEALTH));
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    if (refusal.status() == 400) {
      return OpenEnvError.invalid("body", refusal.line()).answer();
    }
    return OpenEnvRoutes.detail(refusal.status(), refusal.line()).with(refusal.headers());
  }

  private Answer found(HttpCall call) throws IOException {
    Place place = place(call.path());
    if (place.base() != null) {
      return place.base().routes().answer(place.rest(), call);
    }
    if (call.path().equals(HEALTH)) {
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
    port.close();
  }
}
