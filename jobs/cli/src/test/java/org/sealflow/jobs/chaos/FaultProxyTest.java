package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FaultProxyTest {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int MOMENT_MILLIS = 200;

  private ServerSocket server;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws Exception {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    proxy = FaultProxy.start(server::getLocalPort);
    Thread echo = new Thread(this::echo);
    echo.setDaemon(true);
    echo.start();
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
    server.close();
  }

  private void echo() {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getInputStream().transferTo(client.getOutputStream());
      } catch (IOException ended) {
        assertThat(ended).isNotNull();
      }
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  @Test
  void bytesPassBothWays() throws Exception {
    try (Socket client = connect()) {
      client.getOutputStream().write(new byte[] {1, 2, 3});
      assertThat(client.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
    }
  }

  @Test
  void heldBytesPassWhenTheProxyIsOpenAgain() throws Exception {
    try (Socket client = connect()) {
      client.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
      proxy.hold();
      client.getOutputStream().write(2);
      client.setSoTimeout(MOMENT_MILLIS);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      proxy.open();
      client.setSoTimeout(PATIENCE_MILLIS);
      assertThat(client.getInputStream().read()).isEqualTo(2);
    }
  }

  @Test
  void aCutEndsConnectionsAndRefusesNewOnes() throws Exception {
    try (Socket before = connect()) {
      before.getOutputStream().write(1);
      assertThat(before.getInputStream().read()).isEqualTo(1);
      proxy.cut();
      assertEnds(before);
      try (Socket during = connect()) {
        assertEnds(during);
      }
      proxy.open();
    }
    try (Socket after = connect()) {
      after.getOutputStream().write(3);
      assertThat(after.getInputStream().read()).isEqualTo(3);
    }
  }

  /** In order or with a reset. */
  private static void assertEnds(Socket socket) {
    int read;
    try {
      read = socket.getInputStream().read();
    } catch (SocketTimeoutException open) {
      throw new AssertionError("the connection stays open", open);
    } catch (IOException reset) {
      read = -1;
    }
    assertThat(read).isEqualTo(-1);
  }
}
