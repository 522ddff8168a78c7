package org.sealflow.serve.environment;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.mcp.McpServer;
import org.sealflow.serve.nemo.NemoServer;
import org.sealflow.serve.openenv.OpenEnvServer;
import org.sealflow.serve.service.EnvironmentService;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.SessionLimit;
import org.sealflow.serve.session.SessionSettings;

/**
 * Serves environments by several protocols until closed, each at its port. Sessions of one protocol
 * are unknown to the others; one limit counts them all.
 */
public final class EnvironmentServer implements AutoCloseable {
  /** As the reference looks for idle instances. */
  private static final long LONGEST_SWEEP_MILLIS = 300_000;

  private static final int ID_BYTES = 16;

  private final Map<Protocol, URI> urls = new EnumMap<>(Protocol.class);
  private final Deque<AutoCloseable> ports = new ArrayDeque<>();
  private final List<PlaySessions> sessions = new ArrayList<>();
  private final SecureRandom random = new SecureRandom();
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "session-expiry");
            thread.setDaemon(true);
            return thread;
          });

  private EnvironmentServer() {}

  /**
   * Starts a server.
   *
   * @param places where each protocol listens; those that are not there are not served
   * @param rules when an answer is refused and an episode over, for protocols whose clients do not
   *     say
   * @param release the version of the software
   * @throws IOException if a place is taken or is none of this machine's: one line
   */
  public static EnvironmentServer start(
      ServedEnvironments environments,
      Map<Protocol, PortSettings> places,
      SessionSettings settings,
      Rules rules,
      String release,
      Clock clock)
      throws IOException {
    EnvironmentServer server = new EnvironmentServer();
    try {
      SessionLimit limit = new SessionLimit(settings.mostOpen());
      for (Map.Entry<Protocol, PortSettings> place : places.entrySet()) {
        PlaySessions sessions = new PlaySessions(limit, settings, clock, server::drawnId);
        server.sessions.add(sessions);
        server.open(
            place.getKey(), place.getValue(), environments, sessions, rules, release, clock);
      }
    } catch (IOException | RuntimeException failed) {
      server.close();
      throw failed;
    }
    server.sweep(Math.min(LONGEST_SWEEP_MILLIS, Math.max(1, settings.idle().toMillis() / 4)));
    return server;
  }

  /**
   * Looks whether a server could listen, before much is done for it.
   *
   * @throws IOException if a place is taken or is none of this machine's: one line
   */
  public static void requireFree(Map<Protocol, PortSettings> places) throws IOException {
    for (PortSettings place : places.values()) {
      HttpPort.requireFree(place);
    }
  }

  private void open(
      Protocol protocol,
      PortSettings place,
      ServedEnvironments environments,
      PlaySessions sessions,
      Rules rules,
      String release,
      Clock clock)
      throws IOException {
    switch (protocol) {
      case AGENTEVOLVER ->
          open(
              protocol,
              place,
              new EnvironmentService(environments, sessions, clock, random::nextInt));
      case NEMO -> open(protocol, place, new NemoServer(environments, sessions, rules));
      case MCP -> open(protocol, place, new McpServer(environments, sessions, rules, release));
      case OPENENV -> {
        OpenEnvServer server = OpenEnvServer.start(environments, sessions, rules, place, release);
        ports.push(server);
        urls.put(protocol, server.url());
      }
    }
  }

  private void open(Protocol protocol, PortSettings place, HttpHandler handler) throws IOException {
    HttpPort port = HttpPort.open(place, handler);
    ports.push(port);
    port.start();
    urls.put(protocol, port.url("/"));
  }

  /** A name that cannot be guessed. */
  private String drawnId() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void sweep(long everyMillis) {
    ScheduledFuture<?> unused =
        sweeper.scheduleWithFixedDelay(
            () -> sessions.forEach(PlaySessions::expire),
            everyMillis,
            everyMillis,
            TimeUnit.MILLISECONDS);
  }

  /** Where each protocol is served. */
  public Map<Protocol, URI> urls() {
    return Collections.unmodifiableMap(urls);
  }

  /** Takes no more requests, lets those under way end, frees the ports and all worlds. */
  @Override
  public void close() {
    sweeper.shutdownNow();
    for (AutoCloseable port : ports) {
      closed(port);
    }
    sessions.forEach(PlaySessions::close);
  }

  private static void closed(AutoCloseable port) {
    try {
      port.close();
    } catch (Exception impossible) {
      throw new IllegalStateException("a port cannot be closed", impossible);
    }
  }
}
