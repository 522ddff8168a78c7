package org.sealflow.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shows what callers who are slow, many or large do to a port, and that others are answered. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HttpLimitsTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final String POST =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

  @Test
  void aHeadThatTricklesIsHungUpOn() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.limits(4, 100, SHORT, LONG, LONG));
        Socket slow = port.sending("GET / HTTP/1.1\r\nX: ")) {
      boolean open = true;
      for (int bytes = 0; open; bytes++) {
        assertThat(bytes).as("bytes taken one after another").isLessThan(1_000);
        assertThat(port.answers()).isTrue();
        open = isOpen(slow);
      }
      assertThat(TestingPort.heard(slow)).isIn("", "[reset]");
    }
  }

  /** Sends one more byte, and waits a moment for the server to hang up. */
  private static boolean isOpen(Socket socket) throws IOException {
    try {
      TestingPort.send(socket, "a");
      socket.setSoTimeout(20);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException nothing) {
      return true;
    } catch (IOException closed) {
      return false;
    } finally {
      socket.setSoTimeout(60_000);
    }
  }

  @Test
  void bodiesThatTrickleHoldNoThreadAndAreHungUpOn() throws Exception {
    Duration second = Duration.ofSeconds(1);
    try (TestingPort port = TestingPort.with(TestingPort.limits(1, 100, LONG, second, LONG))) {
      List<Socket> slow = new ArrayList<>();
      for (int caller = 0; caller < 40; caller++) {
        slow.add(port.sending(POST + "Content-Length: 50\r\n\r\n{"));
      }
      // One request at a time is taken: 40 that are not whole do not count.
      assertThat(port.answers()).isTrue();
      for (Socket socket : slow) {
        assertThat(TestingPort.heard(socket)).isIn("", "[reset]");
        socket.close();
      }
      assertThat(port.answers()).isTrue();
    }
  }

  @Test
  void whoConnectsAndSaysNothingIsHungUpOn() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.limits(4, 100, LONG, LONG, SHORT));
        Socket silent = port.connect();
        Socket keptAlive = port.sending("GET / HTTP/1.1\r\nHost: x\r\n\r\n")) {
      assertThat(TestingPort.heard(silent)).isIn("", "[reset]");
      assertThat(TestingPort.heard(keptAlive)).startsWith("HTTP/1.1 200 OK").endsWith("-");
      assertThat(port.answers()).isTrue();
    }
  }

  @Test
  void whoDoesNotReadHisAnswerIsHungUpOn() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.limits(1, 100, LONG, SHORT, LONG));
        Socket deaf = port.sending("GET " + TestingPort.LONG + " HTTP/1.1\r\nHost: x\r\n\r\n")) {
      while (port.held.get() == 0) {
        LockSupport.parkNanos(1_000_000);
      }
      // The only thread is his until he is hung up on.
      while (!port.answers()) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(TestingPort.heard(deaf).length()).isLessThan(64 << 20);
    }
  }

  @Test
  void aBodyThatIsTooLongIsRefusedWhetherItSaysSoOrNot() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.LIMITS)) {
      String most = "\"" + "x".repeat(998) + "\"";
      assertThat(port.asked(POST + "Connection: close\r\nContent-Length: 1000\r\n\r\n" + most))
          .startsWith("HTTP/1.1 200 OK")
          .endsWith(most);
      String chunk = "3e8\r\n" + most + "\r\n";
      for (String large :
          List.of(
              "Content-Length: 1001\r\n\r\n" + most + " ",
              "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n",
              "Content-Length: 99999999999999\r\n\r\n")) {
        try (Socket caller = port.sending(POST + large)) {
          assertThat(throughBrace(caller))
              .startsWith("HTTP/1.1 413 ")
              .endsWith("{\"detail\":\"the request has more than 1000 bytes: send less at once\"}");
        }
      }
      assertThat(port.answers()).isTrue();
    }
  }

  private static String throughBrace(Socket socket) throws IOException {
    StringBuilder heard = new StringBuilder();
    for (int read = 0; read >= 0 && read != '}'; heard.append((char) read)) {
      read = socket.getInputStream().read();
    }
    return heard.toString();
  }

  @Test
  void whoAsksBeforeHeSendsIsToldToGoOnOrNotTo() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.LIMITS);
        Socket polite = port.sending(POST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")) {
      assertThat(new String(polite.getInputStream().readNBytes(25), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      TestingPort.send(polite, "{}");
      assertThat(new String(polite.getInputStream().readNBytes(15), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 200 OK");
      try (Socket large =
          port.sending(POST + "Expect: 100-continue\r\nContent-Length: 2000\r\n\r\n")) {
        assertThat(new String(large.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
            .isEqualTo("HTTP/1.1 413");
      }
    }
  }

  @Test
  void aHeadThatIsTooLongIsRefused() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.LIMITS)) {
      String heard =
          port.asked("GET / HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(1 << 17) + "\r\n\r\n");
      assertThat(heard).doesNotContain("200 OK");
      assertThat(port.answers()).isTrue();
    }
  }

  @Test
  void manyLargeBodiesAreRefusedBeforeTheyFillTheMemory() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.LIMITS)) {
      List<Socket> slow = new ArrayList<>();
      for (int caller = 0; caller < 17; caller++) {
        slow.add(port.sending(POST + "Content-Length: 1000\r\n\r\n" + "x".repeat(999)));
      }
      // Sixteen of the largest fit; whichever is read last is told to come again.
      while (!anyIsAnswered(slow)) {
        LockSupport.parkNanos(1_000_000);
      }
      int refused = 0;
      for (Socket socket : slow) {
        refused += wasRefused(socket) ? 1 : 0;
      }
      assertThat(refused).isEqualTo(1);
      for (Socket socket : slow) {
        socket.close();
      }
      String whole = POST + "Connection: close\r\nContent-Length: 2\r\n\r\n{}";
      assertThat(port.asked(whole)).startsWith("HTTP/1.1 200 OK");
    }
  }

  private static boolean anyIsAnswered(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      if (socket.getInputStream().available() > 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean wasRefused(Socket socket) throws IOException {
    try {
      socket.setSoTimeout(50);
      byte[] head = new byte[12];
      int read = socket.getInputStream().readNBytes(head, 0, head.length);
      assertThat(new String(head, 0, read, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 429");
      return true;
    } catch (SocketTimeoutException nothing) {
      return false;
    }
  }

  @Test
  void requestsBeyondTheLimitAreToldToComeAgain() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.limits(1, 100, LONG, LONG, LONG));
        Socket first = port.sending("GET " + TestingPort.HELD + " HTTP/1.1\r\nHost: x\r\n\r\n")) {
      while (port.held.get() == 0) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(port.asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 429 ")
          .contains("Retry-After: 1")
          .contains("1 requests are under way");
      port.release.countDown();
      byte[] head = first.getInputStream().readNBytes(12);
      assertThat(new String(head, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    }
  }

  @Test
  void connectionsBeyondTheLimitWaitUntilOthersEnd() throws Exception {
    try (TestingPort port = TestingPort.with(TestingPort.limits(64, 8, LONG, LONG, LONG))) {
      List<Socket> silent = new ArrayList<>();
      for (int caller = 0; caller < 12; caller++) {
        silent.add(port.connect());
      }
      try (Socket waiting =
          port.sending("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) {
        waiting.setSoTimeout(500);
        assertThat(isAnswered(waiting)).isFalse();
        for (Socket socket : silent) {
          socket.close();
        }
        waiting.setSoTimeout(60_000);
        assertThat(isAnswered(waiting)).isTrue();
      }
    }
  }

  private static boolean isAnswered(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() == 'H';
    } catch (SocketTimeoutException nothing) {
      return false;
    }
  }
}
