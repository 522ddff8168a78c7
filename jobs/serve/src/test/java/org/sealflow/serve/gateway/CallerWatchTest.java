package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 240, unit = TimeUnit.SECONDS)
class CallerWatchTest {
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BODY = {'o', 'k'};
  private static final int REQUESTS = 5_000;

  /** Answers a request while the watch looks all the time. */
  private static void answer(CallerWatch callers, HttpServerExchange exchange) throws IOException {
    exchange.startBlocking();
    exchange.setResponseContentLength(BODY.length);
    try (CallerWatch.Watched caller = callers.watch(exchange)) {
      OutputStream out = exchange.getOutputStream();
      caller.lastByteIsNext();
      caller.write(out, BODY, BODY.length);
      out.close();
    }
  }

  @Test
  void aLookTakesNothingOfTheNextRequest() throws Exception {
    try (CallerWatch callers = new CallerWatch(Duration.ofMinutes(1), Duration.ofNanos(1))) {
      Undertow server =
          Undertow.builder()
              .addHttpListener(0, "127.0.0.1")
              .setHandler(
                  exchange ->
                      exchange.dispatch(
                          () -> {
                            try {
                              answer(callers, exchange);
                            } catch (IOException gone) {
                              throw new IllegalStateException(gone);
                            }
                          }))
              .build();
      server.start();
      try (Socket socket = new Socket()) {
        InetSocketAddress bound = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), bound.getPort()));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        assertThat(answered(socket)).isEqualTo(REQUESTS);
      } finally {
        server.stop();
      }
    }
  }

  /** How many requests are answered, one after another on one connection. */
  private static int answered(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    for (int answered = 0; answered < REQUESTS; answered++) {
      socket.getOutputStream().write(REQUEST);
      int before = 0;
      for (int next = in.read(); before != 'o' || next != 'k'; next = in.read()) {
        if (next < 0) {
          return answered;
        }
        before = next;
      }
    }
    return REQUESTS;
  }
}
