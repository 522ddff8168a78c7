package org.sealflow.serve.gateway;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSecurity;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.TestingClock;

/** A gateway on a free port, and what it complains about. */
public final class TestingGateway implements AutoCloseable {
  public static final int MOST_BODY = 1 << 16;

  public final TestingClock clock = new TestingClock();
  public final List<String> complaints = new CopyOnWriteArrayList<>();
  public final CallRecorder recorder;
  public final GatewayServer server;
  public final TestingCaller caller;

  private TestingGateway(
      URI upstream, int mostCalls, boolean askTokens, List<ConversationListeners> listeners)
      throws IOException {
    this(
        new GatewaySettings(
            upstream,
            new PortSettings("127.0.0.1", 0, MOST_BODY, mostCalls, Duration.ofSeconds(1)),
            CallLabels.Names.USUAL,
            askTokens),
        listeners);
  }

  private TestingGateway(GatewaySettings settings, List<ConversationListeners> listeners)
      throws IOException {
    recorder =
        new CallRecorder(
            RecorderSettings.usual(Duration.ofMinutes(5), MOST_BODY),
            listeners,
            "chat",
            clock,
            complaints::add);
    server = GatewayServer.start(settings, recorder, clock);
    caller = new TestingCaller(server.url(), "sk-secret");
  }

  public static TestingGateway before(URI upstream, ConversationListeners... listeners)
      throws IOException {
    return new TestingGateway(upstream, 64, false, List.of(listeners));
  }

  public static TestingGateway askingForTokens(URI upstream, ConversationListeners... listeners)
      throws IOException {
    return new TestingGateway(upstream, 64, true, List.of(listeners));
  }

  static TestingGateway behind(PortSecurity security, @Nullable String upstreamKey, URI upstream)
      throws IOException {
    return behind(
        PortLimits.USUAL.with(MOST_BODY, 64, Duration.ofSeconds(1)),
        security,
        upstreamKey,
        upstream);
  }

  static TestingGateway behind(
      PortLimits limits, PortSecurity security, @Nullable String upstreamKey, URI upstream)
      throws IOException {
    return new TestingGateway(
        new GatewaySettings(
            upstream,
            new PortSettings("127.0.0.1", 0, limits, security),
            CallLabels.Names.USUAL,
            false,
            upstreamKey),
        List.of());
  }

  static TestingGateway withRoomFor(int calls, URI upstream) throws IOException {
    return new TestingGateway(upstream, calls, false, List.of());
  }

  /** Stops serving, and records what there is. */
  public RecorderCounts stopped() {
    close();
    return recorder.counts();
  }

  @Override
  public void close() {
    server.close();
    recorder.close();
  }
}
