package org.sealflow.serve.service;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.EpisodeListeners;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.TestingBfcl;
import org.sealflow.serve.session.TestingSessions;

/** The service on a free port, with the project's tasks and the shop. */
final class TestingService implements AutoCloseable {
  final TestingSessions shop;
  final PlaySessions instances;
  final HttpPort port;
  final TestingCaller caller;

  TestingService(int mostSessions) throws IOException {
    shop = new TestingSessions(mostSessions);
    instances = shop.sessions();
    AtomicInteger draws = new AtomicInteger(0xabc0);
    ServedEnvironments environments =
        new ServedEnvironments(
            List.of(TestingBfcl.tasks(shop.clock, EpisodeListeners.none()), shop.tasks));
    port =
        HttpPort.open(
            new PortSettings("127.0.0.1", 0, 1 << 20, 64, Duration.ZERO),
            new EnvironmentService(environments, instances, shop.clock, draws::incrementAndGet));
    port.start();
    caller = new TestingCaller(port.url("/"), null);
  }

  @Override
  public void close() {
    port.close();
  }
}
