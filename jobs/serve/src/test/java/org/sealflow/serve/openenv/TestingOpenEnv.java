package org.sealflow.serve.openenv;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.EpisodeListeners;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.TestingBfcl;
import org.sealflow.serve.session.TestingSessions;

/** OpenEnv on a free port, with the shop and the project's tasks. */
final class TestingOpenEnv implements AutoCloseable {
  final TestingSessions shop;
  final PlaySessions sessions;
  final OpenEnvServer server;
  final TestingCaller caller;

  TestingOpenEnv(int mostSessions) throws IOException {
    this(mostSessions, new PortSettings("127.0.0.1", 0, 1 << 20, 64, Duration.ZERO));
  }

  TestingOpenEnv(int mostSessions, PortSettings place) throws IOException {
    shop = new TestingSessions(mostSessions);
    sessions = shop.sessions();
    server =
        OpenEnvServer.start(
            new ServedEnvironments(
                List.of(shop.tasks, TestingBfcl.tasks(shop.clock, EpisodeListeners.none()))),
            sessions,
            Rules.of(StepLimit.BFCL),
            place,
            "1.2.3");
    caller = new TestingCaller(server.url(), null);
  }

  TestingSocket socket(String path) {
    return new TestingSocket(server.url(), path);
  }

  /** Waits until so many sessions are open: a socket's end is heard a moment later. */
  void awaitOpen(int sessionsOpen) throws InterruptedException {
    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (shop.limit.open() != sessionsOpen) {
      if (System.nanoTime() > until) {
        throw new AssertionError(shop.limit.open() + " sessions are open");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
