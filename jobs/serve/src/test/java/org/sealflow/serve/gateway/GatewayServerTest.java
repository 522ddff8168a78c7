package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.http.PortSettings;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GatewayServerTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String HELLO = "{'messages':[{'role':'user','content':'hello'}]}";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void pathQueryHeadersAndBodyPassUnchanged() throws Exception {
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  exchange.getResponseHeaders().add("X-Request-Id", "r1");
                  exchange.getResponseHeaders().add("X-Many", "a");
                  exchange.getResponseHeaders().add("X-Many", "b");
                  TestingUpstream.json(exchange, 200, "{'ok':true}");
                });
        TestingGateway gateway = TestingGateway.before(upstream.url())) {
      Heard heard =
          gateway.caller.send(
              gateway
                  .caller
                  .request("/v1/files/a%2Fb%20c?limit=2&q=%26")
                  .header("X-Custom", "yes")
                  .PUT(HttpRequest.BodyPublishers.ofString("any bytes")));
      assertThat(heard.status()).isEqualTo(200);
      assertThat(heard.body()).isEqualTo("{\"ok\":true}");
      assertThat(heard.header("X-Request-Id")).isEqualTo("r1");
      assertThat(heard.response().headers().allValues("X-Many")).containsExactly("a", "b");
      TestingUpstream.Asked asked = upstream.asked.get(0);
      assertThat(asked.method()).isEqualTo("PUT");
      assertThat(asked.uri()).hasToString("/v1/files/a%2Fb%20c?limit=2&q=%26");
      assertThat(asked.body()).isEqualTo("any bytes");
      assertThat(asked.headers())
          .contains("X-custom: yes", "Authorization: Bearer sk-secret")
          .contains("Host: 127.0.0.1:" + upstream.url().getPort());
    }
  }

  @Test
  void theBaseUrlHasThePathOfTheUpstream() throws Exception {
    try (TestingGateway gateway =
        TestingGateway.before(URI.create("http://localhost:1/openai/v1/"))) {
      assertThat(gateway.server.url().getPath()).isEqualTo("/openai/v1");
    }
  }

  @Test
  void anErrorOfTheUpstreamStaysAsItIs() throws Exception {
    String error = "{'error':{'message':'slow down','type':'rate_limit_error'}}";
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  exchange.getResponseHeaders().add("Retry-After", "7");
                  TestingUpstream.json(exchange, 429, error);
                });
        TestingGateway gateway = TestingGateway.before(upstream.url())) {
      Heard heard = gateway.caller.post(CHAT, HELLO);
      assertThat(heard.status()).isEqualTo(429);
      assertThat(heard.header("Retry-After")).isEqualTo("7");
      assertThat(heard.body()).isEqualTo(error.replace('\'', '"'));
    }
  }

  @Test
  void answersWithoutABodyAndHeadsPass() throws Exception {
    try (TestingUpstream upstream =
            new TestingUpstream((exchange, body) -> exchange.sendResponseHeaders(204, -1));
        TestingGateway gateway = TestingGateway.before(upstream.url())) {
      assertThat(gateway.caller.get("/v1/nothing").status()).isEqualTo(204);
      Heard head =
          gateway.caller.send(
              gateway
                  .caller
                  .request("/v1/models")
                  .method("HEAD", HttpRequest.BodyPublishers.noBody()));
      assertThat(head.status()).isEqualTo(204);
      assertThat(upstream.asked.get(1).method()).isEqualTo("HEAD");
    }
  }

  @Test
  void compressedAnswersPassAsTheyAre() throws Exception {
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  exchange.getResponseHeaders().set("Content-Type", "application/json");
                  exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                  exchange.sendResponseHeaders(200, 0);
                  try (OutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
                    String says = TestingUpstream.says("hi").replace('\'', '"');
                    out.write(says.getBytes(StandardCharsets.UTF_8));
                  }
                });
        TestingGateway gateway = TestingGateway.before(upstream.url())) {
      HttpResponse<byte[]> response =
          http.send(
              gateway
                  .caller
                  .request(CHAT)
                  .POST(HttpRequest.BodyPublishers.ofString(HELLO.replace('\'', '"')))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(response.body()).startsWith(0x1f, 0x8b);
      assertThat(gateway.stopped().calls()).isEqualTo(1);
    }
  }

  @Test
  void eventsPassWhenTheyComeAndNotAtTheEnd() throws Exception {
    CountDownLatch firstWasHeard = new CountDownLatch(1);
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  TestingUpstream.stream(exchange);
                  TestingUpstream.event(exchange, "{'choices':[]}");
                  await(firstWasHeard);
                  TestingUpstream.event(exchange, "[DONE]");
                });
        TestingGateway gateway = TestingGateway.before(upstream.url())) {
      HttpResponse<InputStream> response =
          http.send(
              gateway
                  .caller
                  .request(CHAT)
                  .POST(HttpRequest.BodyPublishers.ofString(HELLO.replace('\'', '"')))
                  .build(),
              HttpResponse.BodyHandlers.ofInputStream());
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("data: {\"choices\":[]}");
        firstWasHeard.countDown();
        assertThat(lines.lines().toList()).containsExactly("", "data: [DONE]", "");
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aDeadUpstreamIsToldInOneErrorOfOpenAisForm() throws Exception {
    int port;
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = any.getLocalPort();
    }
    URI dead = URI.create("http://127.0.0.1:" + port + "/v1");
    try (TestingGateway gateway = TestingGateway.before(dead)) {
      Heard heard = gateway.caller.post(CHAT, HELLO);
      assertThat(heard.status()).isEqualTo(502);
      assertThat(heard.text("/error/message"))
          .startsWith("the server at " + dead + " does not answer (")
          .endsWith("): is it running?");
      assertThat(heard.text("/error/type")).isEqualTo("server_error");
      assertThat(heard.text("/error/code")).isEqualTo("bad_gateway");
    }
  }

  /** A server of one connection that says nothing; done once the connection is closed. */
  private static CompletableFuture<Void> hungUpOn(ServerSocket server, String answer) {
    return CompletableFuture.runAsync(
        () -> {
          try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            String head = "";
            while (!head.endsWith("\r\n\r\n")) {
              head += (char) in.read();
            }
            in.readNBytes(HELLO.length());
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            assertThat(in.read()).isNegative();
          } catch (IOException reset) {
            // Hung up on as well.
          }
        });
  }

  private static Socket asking(TestingGateway gateway) throws IOException {
    return asking(gateway, "");
  }

  /** A caller who has sent a chat, and more behind it. */
  private static Socket asking(TestingGateway gateway, String more) throws IOException {
    Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.server.url().getPort());
    String request =
        "POST "
            + CHAT
            + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
            + HELLO.length()
            + "\r\n\r\n"
            + HELLO.replace('\'', '"')
            + more;
    caller.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return caller;
  }

  @Test
  void aCallerWhoGoesAwayBeforeTheAnswerCancelsTheUpstream() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> hungUpOn = hungUpOn(silent, "");
      URI upstream = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/v1");
      try (TestingGateway gateway = TestingGateway.before(upstream)) {
        asking(gateway).close();
        hungUpOn.get(30, TimeUnit.SECONDS);
        assertThat(gateway.stopped().abandoned()).isEqualTo(1);
      }
    }
  }

  @Test
  void aRequestThatComesInHalvesBehindAnotherStaysWhole() throws Exception {
    Semaphore begun = new Semaphore(0);
    CountDownLatch looked = new CountDownLatch(1);
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  if (exchange.getRequestMethod().equals("POST")) {
                    begun.release();
                    await(looked);
                  }
                  TestingUpstream.json(exchange, 200, "{}");
                });
        TestingGateway gateway = TestingGateway.before(upstream.url());
        Socket caller = asking(gateway, "GET /v1/mod")) {
      assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      awaitLooks(gateway, begun);
      String rest = "els HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      caller.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
      awaitLooks(gateway, begun);
      looked.countDown();
      String heard = new String(caller.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(heard.split("HTTP/1.1 200 OK", -1)).as(heard).hasSize(3);
      TestingUpstream.Asked first = upstream.asked.get(0);
      assertThat(first.body()).isEqualTo(HELLO.replace('\'', '"'));
      TestingUpstream.Asked second = upstream.asked.get(upstream.asked.size() - 1);
      assertThat(second.method()).isEqualTo("GET");
      assertThat(second.uri()).hasToString("/v1/models");
    }
  }

  /** Waits until the gateway has looked at all its callers: it notices that two have gone. */
  private static void awaitLooks(TestingGateway gateway, Semaphore begun) throws Exception {
    long before = gateway.recorder.counts().abandoned();
    for (int callers = 1; callers <= 2; callers++) {
      Socket leaves = asking(gateway);
      assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      leaves.close();
      long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (gateway.recorder.counts().abandoned() < before + callers) {
        assertThat(System.nanoTime()).isLessThan(until);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  @Test
  void aCallerWhoGoesAwayWithinTheAnswerCancelsTheUpstream() throws Exception {
    String begun =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "9\r\ndata: 1\n\n\r\n";
    try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> hungUpOn = hungUpOn(slow, begun);
      URI upstream = URI.create("http://127.0.0.1:" + slow.getLocalPort() + "/v1");
      try (TestingGateway gateway = TestingGateway.before(upstream)) {
        try (Socket caller = asking(gateway)) {
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
          assertThat(lines.lines().anyMatch("data: 1"::equals)).isTrue();
        }
        hungUpOn.get(30, TimeUnit.SECONDS);
        assertThat(gateway.stopped().abandoned()).isEqualTo(1);
      }
    }
  }

  @Test
  void aCallerWhoHangsUpAtTheLastEventHasTheWholeAnswer() throws Exception {
    String events = "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\ndata: [DONE]\n\n";
    String all =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(events.length())
            + "\r\n"
            + events
            + "\r\n";
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> hungUpOn = hungUpOn(open, all);
      URI upstream = URI.create("http://127.0.0.1:" + open.getLocalPort() + "/v1");
      try (TestingGateway gateway = TestingGateway.before(upstream)) {
        try (Socket caller = asking(gateway)) {
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
          assertThat(lines.lines().anyMatch("data: [DONE]"::equals)).isTrue();
        }
        hungUpOn.get(30, TimeUnit.SECONDS);
        RecorderCounts counts = gateway.stopped();
        assertThat(counts.calls()).isEqualTo(1);
        assertThat(counts.abandoned()).isZero();
      }
    }
  }

  @Test
  void anAnswerThatBreaksOffIsNotTakenForWhole() throws Exception {
    try (ServerSocket broken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () -> {
                try (Socket socket = broken.accept()) {
                  socket.getInputStream().read();
                  String half =
                      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n";
                  socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
                  // Closed with the request unread, it would be reset and the half be lost.
                  socket.shutdownOutput();
                  socket.getInputStream().readAllBytes();
                } catch (IOException hungUp) {
                  // The test tells.
                }
              });
      URI upstream = URI.create("http://127.0.0.1:" + broken.getLocalPort() + "/v1");
      try (TestingGateway gateway = TestingGateway.before(upstream)) {
        assertThatThrownBy(() -> gateway.caller.post(CHAT, HELLO)).isInstanceOf(IOException.class);
        answered.join();
        assertThat(gateway.stopped().abandoned()).isEqualTo(1);
      }
    }
  }

  @Test
  void aBodyThatIsTooLongIsRefused() throws Exception {
    try (TestingUpstream upstream =
            new TestingUpstream((exchange, body) -> TestingUpstream.json(exchange, 200, "{}"));
        TestingGateway gateway = TestingGateway.before(upstream.url())) {
      Heard heard = gateway.caller.post(CHAT, "x".repeat(TestingGateway.MOST_BODY + 1));
      assertThat(heard.status()).isEqualTo(413);
      assertThat(heard.text("/error/code")).isEqualTo("request_too_large");
      assertThat(gateway.caller.post(CHAT, "x".repeat(TestingGateway.MOST_BODY)).status())
          .isEqualTo(200);
      assertThat(upstream.asked).hasSize(1);
    }
  }

  @Test
  void moreCallsThanThereMayBeAreToldToComeAgain() throws Exception {
    Semaphore begun = new Semaphore(0);
    CountDownLatch told = new CountDownLatch(1);
    try (TestingUpstream upstream =
            new TestingUpstream(
                (exchange, body) -> {
                  begun.release();
                  await(told);
                  TestingUpstream.json(exchange, 200, "{}");
                });
        TestingGateway gateway = TestingGateway.withRoomFor(1, upstream.url())) {
      CompletableFuture<Heard> first = gateway.caller.postLater(CHAT, HELLO);
      assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      Heard second = gateway.caller.post(CHAT, HELLO);
      assertThat(second.status()).isEqualTo(429);
      assertThat(second.text("/error/type")).isEqualTo("rate_limit_error");
      told.countDown();
      assertThat(first.get().status()).isEqualTo(200);
    }
  }

  @Test
  void aPortThatIsTakenIsToldInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        CallRecorder recorder =
            new CallRecorder(
                RecorderSettings.usual(Duration.ofMinutes(1), 1 << 20),
                List.of(),
                "chat",
                Clock.systemUTC(),
                complaint -> {})) {
      GatewaySettings settings =
          new GatewaySettings(
              URI.create("http://localhost:1/v1"),
              new PortSettings("127.0.0.1", taken.getLocalPort(), 1, 1, Duration.ZERO),
              CallLabels.Names.USUAL,
              false);
      assertThatThrownBy(() -> GatewayServer.start(settings, recorder, Clock.systemUTC()))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("cannot listen at 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void anUpstreamIsAUrlOfHttp() {
    PortSettings place = new PortSettings("127.0.0.1", 0, 1, 1, Duration.ZERO);
    for (String wrong : new String[] {"localhost:8000", "ftp://a/v1", "http://me:pw@a/v1", "/v1"}) {
      assertThatThrownBy(
              () -> new GatewaySettings(URI.create(wrong), place, CallLabels.Names.USUAL, false))
          .hasMessage(
              "upstream is '" + wrong + "', expected a URL such as http://localhost:8000/v1");
    }
  }
}
