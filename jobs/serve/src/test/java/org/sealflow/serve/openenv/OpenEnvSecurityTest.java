package org.sealflow.serve.openenv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
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

/** Shows who may open a socket, and what those do who are slow. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OpenEnvSecurityTest {
  private static final String RESET = "{\"type\":\"reset\",\"data\":{}}";
  private static final String PASSWORD = "store-password";

  @TempDir private Path folder;

  private static TestingOpenEnv open(PortLimits limits, PortSecurity security) throws IOException {
    return new TestingOpenEnv(100, new PortSettings("127.0.0.1", 0, limits, security));
  }

  /** The answer to one frame on a socket of its own. */
  private static String answered(URI root, @Nullable String key, SSLContext trusting) {
    CompletableFuture<String> heard = new CompletableFuture<>();
    WebSocket.Builder builder =
        HttpClient.newBuilder().sslContext(trusting).build().newWebSocketBuilder();
    if (key != null) {
      builder.header("Authorization", "Bearer " + key);
    }
    String place = "ws" + root.resolve("/shop/turns/ws").toString().substring("http".length());
    WebSocket socket =
        builder
            .buildAsync(
                URI.create(place),
                new WebSocket.Listener() {
                  private final StringBuilder text = new StringBuilder();

                  @Override
                  public @Nullable CompletionStage<?> onText(
                      WebSocket from, CharSequence data, boolean last) {
                    text.append(data);
                    if (last) {
                      heard.complete(text.toString());
                    }
                    from.request(1);
                    return null;
                  }
                })
            .join();
    socket.sendText(RESET, true).join();
    String text = heard.join();
    socket.abort();
    return text;
  }

  @Test
  void aSocketIsOpenedWithTheKeyAlone() throws Exception {
    SSLContext none = SSLContext.getDefault();
    PortSecurity keyed = new PortSecurity(BearerKey.of("s3cret"), TlsIdentity.none());
    try (TestingOpenEnv env = open(PortLimits.USUAL, keyed)) {
      URI root = env.server.url();
      for (String wrong : new String[] {null, "wrong"}) {
        assertThatThrownBy(() -> answered(root, wrong, none))
            .hasCauseInstanceOf(WebSocketHandshakeException.class)
            .cause()
            .extracting(refused -> ((WebSocketHandshakeException) refused).getResponse())
            .extracting(HttpResponse::statusCode)
            .isEqualTo(401);
      }
      assertThat(answered(root, "s3cret", none)).contains("\"observation\"");
      assertThat(env.caller.post("/shop/turns/reset", "{}").status()).isEqualTo(401);
      assertThat(env.caller.get("/shop/turns/health").status()).isEqualTo(200);
      assertThat(env.caller.get("/health").status()).isEqualTo(200);
      assertThat(new TestingCaller(root, "s3cret").post("/shop/turns/reset", "{}").status())
          .isEqualTo(200);
      env.awaitOpen(0);
    }
  }

  @Test
  void socketsRunOverTls() throws Exception {
    Path store = TestingCertificates.write(folder.resolve("server.p12"), PASSWORD);
    PortSecurity security =
        new PortSecurity(BearerKey.of("s3cret"), TlsIdentity.read(store, PASSWORD.toCharArray()));
    try (TestingOpenEnv env = open(PortLimits.USUAL, security)) {
      SSLContext trusting = TestingCertificates.trusting(store, PASSWORD);
      assertThat(answered(env.server.url(), "s3cret", trusting)).contains("\"observation\"");
    }
  }

  @Test
  void socketsThatSendHalfAFrameHoldNothingUp() throws Exception {
    try (TestingOpenEnv env = open(PortLimits.USUAL, PortSecurity.none())) {
      List<Socket> slow = new ArrayList<>();
      for (int caller = 0; caller < 40; caller++) {
        slow.add(halfway(env));
      }
      assertThat(answered(env.server.url(), null, SSLContext.getDefault()))
          .contains("\"observation\"");
      env.awaitOpen(40);
      for (Socket socket : slow) {
        socket.close();
      }
      env.awaitOpen(0);
    }
  }

  /** A socket of which a frame of 100 bytes has come to its tenth. */
  private static Socket halfway(TestingOpenEnv env) throws IOException {
    Socket socket = opened(env);
    socket.getOutputStream().write(frame(100), 0, 16);
    return socket;
  }

  private static Socket opened(TestingOpenEnv env) throws IOException {
    Socket socket = asking(env, "");
    assertThat(status(socket)).isEqualTo("HTTP/1.1 101");
    return socket;
  }

  /** A connection by which a handshake was sent. */
  private static Socket asking(TestingOpenEnv env, String header) throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(60_000);
    socket.setReceiveBufferSize(1 << 12);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), env.server.url().getPort()));
    String handshake =
        "GET /shop/turns/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + header
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    socket.getOutputStream().write(handshake.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String status(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
  }

  /** A frame of text, all spaces, masked by zeros. */
  private static byte[] frame(int length) {
    return frame(" ".repeat(length));
  }

  private static byte[] frame(String text) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(14 + payload.length).put((byte) 0x81);
    if (payload.length < 126) {
      frame.put((byte) (0x80 | payload.length));
    } else {
      frame.put((byte) (0x80 | 127)).putLong(payload.length);
    }
    frame.putInt(0).put(payload).flip();
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return bytes;
  }

  @Test
  void pagesOfOtherOriginsOpenNoSocket() throws Exception {
    try (TestingOpenEnv env = open(PortLimits.USUAL, PortSecurity.none())) {
      for (String page :
          List.of("https://evil.example", "http://localhost.evil.example", "null", "::")) {
        try (Socket refused = asking(env, "Origin: " + page + "\r\n")) {
          assertThat(status(refused)).as(page).isEqualTo("HTTP/1.1 403");
        }
      }
      for (String page : List.of("http://localhost:99", "https://127.0.0.1", "http://[::1]:1")) {
        try (Socket welcome = asking(env, "Origin: " + page + "\r\n")) {
          assertThat(status(welcome)).as(page).isEqualTo("HTTP/1.1 101");
        }
      }
      env.awaitOpen(0);
    }
  }

  private static PortLimits limits(int mostBodyBytes, Duration request) {
    Duration minutes = Duration.ofMinutes(5);
    return new PortLimits(mostBodyBytes, 64, 100, minutes, request, minutes, Duration.ZERO);
  }

  @Test
  void whoDoesNotReadHisAnswerIsHungUpOn() throws Exception {
    int much = 12 << 20;
    try (TestingOpenEnv env = open(limits(16 << 20, Duration.ofSeconds(2)), PortSecurity.none());
        Socket deaf = opened(env)) {
      // The answer repeats the id.
      String id = "x".repeat(much);
      deaf.getOutputStream()
          .write(
              frame(
                  "{\"type\":\"mcp\",\"data\":{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"id\":\""
                      + id
                      + "\"}}"));
      env.awaitOpen(0);
      String heard = heard(deaf);
      assertThat(heard).contains("{\"type\":\"mcp\",");
      assertThat(heard.length()).isLessThan(much);
    }
  }

  /** All that comes until the connection ends. */
  private static String heard(Socket socket) throws IOException {
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      byte[] part = new byte[1 << 14];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        heard.write(part, 0, read);
      }
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
    return heard.toString(StandardCharsets.ISO_8859_1);
  }

  /** What comes until this has come, or the connection ends. */
  private static String heardThrough(Socket socket, String end) throws IOException {
    StringBuilder heard = new StringBuilder();
    for (int read = 0; read >= 0 && heard.indexOf(end) < 0; heard.append((char) read)) {
      read = socket.getInputStream().read();
    }
    return heard.toString();
  }

  @Test
  void aFrameThatDoesNotEndIsHungUpOn() throws Exception {
    try (TestingOpenEnv env = open(limits(1 << 20, Duration.ofSeconds(1)), PortSecurity.none());
        Socket slow = halfway(env);
        Socket still = opened(env)) {
      env.awaitOpen(1);
      assertThat(heard(slow)).doesNotContain("type");
      still.getOutputStream().write(frame("{\"type\":\"close\"}"));
      env.awaitOpen(0);
    }
  }

  @Test
  void manyLargeFramesAreRefusedBeforeTheyFillTheMemory() throws Exception {
    try (TestingOpenEnv env = open(limits(1000, Duration.ofMinutes(5)), PortSecurity.none())) {
      List<Socket> slow = new ArrayList<>();
      for (int caller = 0; caller < 17; caller++) {
        slow.add(opened(env));
      }
      env.awaitOpen(17);
      for (Socket socket : slow) {
        byte[] whole = frame(1000);
        socket.getOutputStream().write(whole, 0, whole.length - 1);
      }
      // Sixteen of the largest fit.
      env.awaitOpen(16);
      for (Socket socket : slow) {
        socket.close();
      }
      env.awaitOpen(0);
      List<Socket> whole = new ArrayList<>();
      for (int caller = 0; caller < 17; caller++) {
        Socket socket = opened(env);
        whole.add(socket);
        socket.getOutputStream().write(frame("{" + " ".repeat(999)));
        assertThat(heardThrough(socket, "}}")).contains("INVALID_JSON");
      }
      for (Socket socket : whole) {
        socket.close();
      }
    }
  }

  /** Connects, says nothing, and waits until the server finds that too long. */
  private static void awaitHangUp(TestingOpenEnv env) throws IOException {
    try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), env.server.url().getPort())) {
      assertThat(idle.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aSocketMayBeStillForLongerThanAConnectionWithoutARequest() throws Exception {
    PortLimits limits =
        new PortLimits(
            1 << 20,
            64,
            100,
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ZERO);
    try (TestingOpenEnv env = open(limits, PortSecurity.none())) {
      TestingSocket socket = env.socket("/shop/turns/ws");
      socket.send(RESET);
      assertThat(socket.next().path("type").asText()).isEqualTo("observation");
      awaitHangUp(env);
      awaitHangUp(env);
      socket.send("{\"type\":\"state\"}");
      assertThat(socket.next().path("type").asText()).isEqualTo("state");
    }
  }
}
