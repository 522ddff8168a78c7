package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.http.BearerKey;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSecurity;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.http.TestingCertificates;
import org.sealflow.serve.http.TlsIdentity;

/** Shows whose key reaches whom, and that a gateway works over TLS. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class GatewaySecurityTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String HELLO = "{'messages':[{'role':'user','content':'hello'}]}";
  private static final String PASSWORD = "store-password";
  private static final PortSecurity KEYED =
      new PortSecurity(BearerKey.of("gateway-key"), TlsIdentity.none());

  @TempDir private Path folder;

  private static TestingUpstream upstream() {
    return new TestingUpstream(
        (exchange, body) -> TestingUpstream.json(exchange, 200, TestingUpstream.says("hi")));
  }

  private static List<String> keysShown(@Nullable String upstreamKey) throws Exception {
    try (TestingUpstream upstream = upstream();
        TestingGateway gateway = TestingGateway.behind(KEYED, upstreamKey, upstream.url())) {
      TestingCaller agent = new TestingCaller(gateway.server.url(), "gateway-key");
      assertThat(agent.post(CHAT, HELLO).status()).isEqualTo(200);
      return upstream.asked.get(0).headers().stream()
          .filter(header -> header.startsWith("Authorization"))
          .toList();
    }
  }

  @Test
  void aStrangerReachesNothingBehindTheGateway() throws Exception {
    try (TestingUpstream upstream = upstream();
        TestingGateway gateway = TestingGateway.behind(KEYED, null, upstream.url())) {
      for (String wrong : new String[] {null, "sk-other"}) {
        TestingCaller stranger = new TestingCaller(gateway.server.url(), wrong);
        TestingCaller.Heard heard = stranger.post(CHAT, HELLO);
        assertThat(heard.status()).isEqualTo(401);
        assertThat(heard.text("/error/code")).isEqualTo("invalid_api_key");
        assertThat(stranger.get("/health").status()).isEqualTo(401);
      }
      assertThat(upstream.asked).isEmpty();
    }
  }

  @Test
  void theKeyOfTheGatewayDoesNotReachTheServerBehindIt() throws Exception {
    assertThat(keysShown(null)).isEmpty();
    assertThat(keysShown("upstream-key")).containsExactly("Authorization: Bearer upstream-key");
  }

  @Test
  void theKeyOfTheServerIsNotPrinted() {
    PortSecurity open = PortSecurity.none();
    assertThat(
            new GatewaySettings(
                    URI.create("http://localhost:1/v1"),
                    new PortSettings("127.0.0.1", 0, PortLimits.USUAL, open),
                    CallLabels.Names.USUAL,
                    false,
                    "upstream-key")
                .toString())
        .doesNotContain("upstream-key");
  }

  @Test
  void whoDoesNotReadHisAnswerIsHungUpOn() throws Exception {
    Duration minutes = Duration.ofMinutes(5);
    PortLimits limits =
        new PortLimits(1000, 1, 100, minutes, Duration.ofSeconds(1), minutes, Duration.ZERO);
    byte[] much = new byte[1 << 20];
    CompletableFuture<Boolean> sent = new CompletableFuture<>();
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  exchange.sendResponseHeaders(200, 0);
                  try {
                    for (int parts = 0; parts < 64; parts++) {
                      exchange.getResponseBody().write(much);
                    }
                    sent.complete(true);
                  } catch (IOException brokenOff) {
                    sent.complete(false);
                  }
                });
        TestingGateway gateway =
            TestingGateway.behind(limits, PortSecurity.none(), null, upstream.url());
        Socket deaf =
            new Socket(InetAddress.getLoopbackAddress(), gateway.server.url().getPort())) {
      String request = "GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n";
      deaf.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      assertThat(sent.get(60, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void whoDoesNotReadHeadsIsHungUpOn() throws Exception {
    Duration minutes = Duration.ofMinutes(5);
    PortLimits limits =
        new PortLimits(1000, 1, 100, minutes, Duration.ofSeconds(1), minutes, Duration.ZERO);
    String much = "x".repeat(8000);
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  exchange.getResponseHeaders().set("X-Much", much);
                  exchange.sendResponseHeaders(200, -1);
                });
        TestingGateway gateway =
            TestingGateway.behind(limits, PortSecurity.none(), null, upstream.url());
        Socket deaf = new Socket()) {
      deaf.setReceiveBufferSize(1 << 12);
      deaf.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.server.url().getPort()));
      String heads = "HEAD /v1/models HTTP/1.1\r\nHost: x\r\n\r\n".repeat(5_000);
      deaf.getOutputStream().write(heads.getBytes(StandardCharsets.US_ASCII));
      awaitHangUp(deaf);
      // The only thread was his.
      int status = 429;
      for (int asked = 0; status == 429 && asked < 5_000; asked++) {
        LockSupport.parkNanos(1_000_000);
        status = gateway.caller.get("/v1/models").status();
      }
      assertThat(status).isEqualTo(200);
    }
  }

  /** Waits until a server hangs up on a caller who sends and does not read. */
  private static void awaitHangUp(Socket caller) {
    assertThatThrownBy(
            () -> {
              for (int bytes = 0; bytes < 30_000; bytes++) {
                caller.getOutputStream().write('\n');
                LockSupport.parkNanos(1_000_000);
              }
            })
        .isInstanceOf(SocketException.class);
  }

  @Test
  void overTlsAnswersPassAndCallersWhoGoAwayAreNoticed() throws Exception {
    Path store = TestingCertificates.write(folder.resolve("server.p12"), PASSWORD);
    PortSecurity security =
        new PortSecurity(BearerKey.none(), TlsIdentity.read(store, PASSWORD.toCharArray()));
    SSLContext trusting = TestingCertificates.trusting(store, PASSWORD);
    try (TestingUpstream upstream = upstream();
        TestingGateway gateway = TestingGateway.behind(security, null, upstream.url())) {
      HttpClient agent = HttpClient.newBuilder().sslContext(trusting).build();
      for (int calls = 0; calls < 3; calls++) {
        HttpResponse<String> heard =
            agent.send(
                HttpRequest.newBuilder(gateway.server.url().resolve(CHAT))
                    .POST(HttpRequest.BodyPublishers.ofString(HELLO.replace('\'', '"')))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(heard.body()).contains("\"hi\"");
      }
    }
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI upstream = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/v1");
      try (TestingGateway gateway = TestingGateway.behind(security, null, upstream)) {
        Socket stays = asking(gateway, trusting);
        CompletableFuture<Integer> hungUpOn = connected(silent);
        // The gateway has looked at all its callers when it notices that these have gone.
        for (int callers = 0; callers < 2; callers++) {
          Socket leaves = asking(gateway, trusting);
          CompletableFuture<Integer> left = connected(silent);
          leaves.close();
          assertThat(left.get(30, TimeUnit.SECONDS)).isNegative();
        }
        assertThat(hungUpOn).isNotDone();
        stays.close();
        assertThat(hungUpOn.get(30, TimeUnit.SECONDS)).isNegative();
      }
    }
  }

  private static Socket asking(TestingGateway gateway, SSLContext trusting) throws IOException {
    Socket caller =
        trusting
            .getSocketFactory()
            .createSocket(InetAddress.getLoopbackAddress(), gateway.server.url().getPort());
    String request = "POST " + CHAT + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
    caller.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return caller;
  }

  /** The next connection to a server that says nothing; tells when the other side hangs up. */
  private static CompletableFuture<Integer> connected(ServerSocket silent) throws IOException {
    Socket connection = silent.accept();
    return CompletableFuture.supplyAsync(() -> end(connection));
  }

  /** Reads what a caller sends until it hangs up. */
  private static int end(Socket connection) {
    try (Socket socket = connection) {
      int read = 0;
      while (read >= 0) {
        read = socket.getInputStream().read();
      }
      return read;
    } catch (IOException reset) {
      return -1;
    }
  }
}
