package org.sealflow.serve.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.SessionSettings;
import org.sealflow.serve.session.TestingSessions;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EnvironmentServerTest {
  private final TestingSessions shop = new TestingSessions(1);

  private static PortSettings place(int port) {
    return new PortSettings("127.0.0.1", port, 1 << 20, 64, Duration.ZERO);
  }

  private static Map<Protocol, PortSettings> anywhere() {
    Map<Protocol, PortSettings> places = new EnumMap<>(Protocol.class);
    for (Protocol protocol : Protocol.values()) {
      places.put(protocol, place(0));
    }
    return places;
  }

  private EnvironmentServer start(Map<Protocol, PortSettings> places, int sessions)
      throws IOException {
    return EnvironmentServer.start(
        new ServedEnvironments(List.of(shop.tasks)),
        places,
        new SessionSettings(sessions, Duration.ofHours(1)),
        Rules.of(null),
        "1.2.3",
        shop.clock);
  }

  private static TestingCaller caller(EnvironmentServer server, Protocol protocol) {
    URI url = server.urls().get(protocol);
    if (url == null) {
      throw new AssertionError(protocol + " is not served");
    }
    return new TestingCaller(url, null);
  }

  @Test
  void everyProtocolHasAPortOfItsOwn() throws Exception {
    try (EnvironmentServer server = start(anywhere(), 5)) {
      assertThat(server.urls()).hasSize(4);
      assertThat(caller(server, Protocol.AGENTEVOLVER).get("/healthz").body()).isEqualTo("OK");
      assertThat(caller(server, Protocol.OPENENV).get("/health").text("/status"))
          .isEqualTo("healthy");
      assertThat(caller(server, Protocol.NEMO).get("/").text("/status")).isEqualTo("ok");
      assertThat(caller(server, Protocol.MCP).get("/mcp").status()).isEqualTo(405);
    }
  }

  @Test
  void oneLimitCountsTheSessionsOfAllProtocols() throws Exception {
    try (EnvironmentServer server = start(anywhere(), 1)) {
      Heard created =
          caller(server, Protocol.AGENTEVOLVER)
              .post("/create", "{'env_type':'shop','task_id':'shop_1','instance_id':'i'}");
      assertThat(created.status()).isEqualTo(200);
      Heard full =
          caller(server, Protocol.NEMO)
              .post("/seed_session", "{'responses_create_params':{},'task_id':'shop_1'}");
      assertThat(full.status()).isEqualTo(503);
      assertThat(
              caller(server, Protocol.MCP)
                  .post("/mcp", "{'jsonrpc':'2.0','id':1,'method':'initialize'}")
                  .status())
          .isEqualTo(503);
    }
  }

  @Test
  void aSessionOfOneProtocolIsUnknownToTheOthers() throws Exception {
    try (EnvironmentServer server = start(anywhere(), 5)) {
      caller(server, Protocol.AGENTEVOLVER)
          .post("/create", "{'env_type':'shop','task_id':'shop_1','instance_id':'i'}");
      Heard state = caller(server, Protocol.OPENENV).get("/shop/turns/state?session_id=i");
      assertThat(state.status()).isEqualTo(404);
    }
  }

  @Test
  void aPortThatWasFoundFreeCanBeListenedAt() throws Exception {
    int port;
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = any.getLocalPort();
    }
    Map<Protocol, PortSettings> places = Map.of(Protocol.NEMO, place(port));
    EnvironmentServer.requireFree(places);
    try (EnvironmentServer server = start(places, 5)) {
      assertThat(caller(server, Protocol.NEMO).get("/").status()).isEqualTo(200);
    }
  }

  @Test
  void aPortThatIsTakenIsToldInOneLine() throws Exception {
    try (EnvironmentServer server = start(anywhere(), 5)) {
      for (Protocol protocol : Protocol.values()) {
        int port = URI.create(server.urls().get(protocol) + "").getPort();
        assertThatThrownBy(() -> EnvironmentServer.requireFree(Map.of(protocol, place(port))))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("cannot listen at 127.0.0.1:" + port + " (")
            .hasMessageEndingWith("): choose another port, 0 for any, or another host");
        assertThatThrownBy(() -> start(Map.of(protocol, place(port)), 5))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("cannot listen at 127.0.0.1:" + port + " (");
      }
    }
  }
}
