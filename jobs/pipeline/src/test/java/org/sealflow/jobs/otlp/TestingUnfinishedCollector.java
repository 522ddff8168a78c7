package org.sealflow.jobs.otlp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A collector that answers headers only: the body that they promise never comes. */
final class TestingUnfinishedCollector implements AutoCloseable {
  private static final byte[] HEADERS =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket server;
  private final AtomicInteger connections = new AtomicInteger();
  private final CompletableFuture<Void> hungUp = new CompletableFuture<>();

  TestingUnfinishedCollector() throws IOException {
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "unfinished collector");
    thread.setDaemon(true);
    thread.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  /** Completes once a client has ended its connection. */
  CompletableFuture<Void> hungUp() {
    return hungUp;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        connections.incrementAndGet();
        answer(connection);
        hungUp.complete(null);
      } catch (IOException closed) {
        hungUp.completeExceptionally(closed);
      }
    }
  }

  private static void answer(Socket connection) throws IOException {
    InputStream request = connection.getInputStream();
    int unused = request.read();
    connection.getOutputStream().write(HEADERS);
    connection.getOutputStream().flush();
    try {
      request.transferTo(OutputStream.nullOutputStream());
    } catch (SocketException reset) {
      // Ends a connection too.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
