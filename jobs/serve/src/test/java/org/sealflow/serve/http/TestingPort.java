package org.sealflow.serve.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A port whose requests are answered by the length of their body, or are held. */
final class TestingPort implements HttpHandler, AutoCloseable {
  static final PortLimits LIMITS = PortLimits.USUAL.with(1000, 64, Duration.ZERO);
  static final String HELD = "/held";
  static final String LONG = "/long";

  final CountDownLatch release = new CountDownLatch(1);
  final AtomicInteger held = new AtomicInteger();
  private final HttpPort port;

  TestingPort(PortLimits limits, PortSecurity security) throws IOException {
    port = HttpPort.open(new PortSettings("127.0.0.1", 0, limits, security), this);
    port.start();
  }

  static TestingPort with(PortLimits limits) throws IOException {
    return new TestingPort(limits, PortSecurity.none());
  }

  /** Usual limits but these. */
  static PortLimits limits(
      int mostCalls, int mostConnections, Duration header, Duration request, Duration idle) {
    return new PortLimits(
        LIMITS.mostBodyBytes(), mostCalls, mostConnections, header, request, idle, Duration.ZERO);
  }

  int number() {
    return port.url("/").getPort();
  }

  String url(String path) {
    return port.url(path).toString();
  }

  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), number());
    socket.setSoTimeout(60_000);
    return socket;
  }

  /** A connection on which this much of a request was sent. */
  Socket sending(String text) throws IOException {
    Socket socket = connect();
    send(socket, text);
    return socket;
  }

  static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  /** All that comes until the server closes the connection. */
  static String heard(Socket socket) throws IOException {
    StringBuilder heard = new StringBuilder();
    try {
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[1 << 16];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        heard.append(new String(bytes, 0, read, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketException reset) {
      heard.append("[reset]");
    }
    return heard.toString();
  }

  /** The answer to a whole request on a connection of its own. */
  String asked(String request) throws IOException {
    try (Socket socket = connect()) {
      try {
        send(socket, request);
      } catch (SocketException refused) {
        // Before all of it was sent; what the server said can still be heard.
      }
      return heard(socket);
    }
  }

  /** Whether an ordinary request is answered. */
  boolean answers() throws IOException {
    return asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .startsWith("HTTP/1.1 200 OK\r\n");
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    if (call.path().equals(HELD)) {
      held.incrementAndGet();
      try {
        release.await();
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      }
    }
    if (call.path().equals(LONG)) {
      held.incrementAndGet();
      return Answer.text("text/plain", "x".repeat(64 << 20));
    }
    return Answer.text("text/plain", call.method().equals("GET") ? "-" : call.jsonBody().text());
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return DetailError.of(refusal).answer();
  }

  @Override
  public void close() {
    release.countDown();
    port.close();
  }
}
