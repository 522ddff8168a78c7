package org.sealflow.jobs.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;

class TopCommandTest {
  @Test
  void noTimeBetweenTwoLooksIsRefused() {
    TestingCommandLine refused = TestingCommandLine.run("top", "--every", "0s");

    assertThat(refused.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(refused.err()).contains("--every is 0").hasLineCount(1);
  }

  @Test
  void noPageAtTheFirstLookIsOneLine() throws Exception {
    HttpServer closed = server();
    int port = closed.getAddress().getPort();
    closed.stop(0);

    TestingCommandLine refused = TestingCommandLine.run("top", "--metrics", page(port));

    assertThat(refused.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(refused.err()).contains("no metrics at " + page(port)).hasLineCount(1);
  }

  @Test
  void aPageThatFailsLaterIsALineAndTheLooksGoOn() throws Exception {
    HttpServer server = server();
    AtomicInteger looks = new AtomicInteger();
    Thread looking = Thread.currentThread();
    server.createContext(
        "/metrics",
        exchange -> {
          int look = looks.incrementAndGet();
          if (look == 4) {
            // Before the answer: after it the next look may have begun.
            looking.interrupt();
          }
          exchange.sendResponseHeaders(look == 2 ? 503 : 200, -1);
          exchange.close();
        });
    server.start();
    int port = server.getAddress().getPort();
    TestingCommandLine stopped;
    try {
      stopped = TestingCommandLine.run("top", "--every", "1ms", "--metrics", page(port));
    } finally {
      Thread.interrupted();
      server.stop(0);
    }

    assertThat(looks).as(stopped.err()).hasValue(4);
    assertThat(stopped.lines().get(0)).isEqualTo("no job runs there");
    assertThat(stopped.lines().get(1)).contains(page(port) + " answers 503, expected 200");
    assertThat(stopped.lines().get(2)).isEqualTo("no job runs there");
  }

  private static HttpServer server() throws Exception {
    return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  private static String page(int port) {
    return "http://localhost:" + port + "/metrics";
  }
}
