package org.sealflow.jobs.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class EventDeliveryTest {
  private static final EvaluationEvents.Request REQUEST =
      new EvaluationEvents.Request("{\"resourceLogs\":[]}", 3);

  /** Time for two tries. */
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private final Counter sent = new SimpleCounter();
  private final Counter dropped = new SimpleCounter();
  private Instant now = Instant.EPOCH;
  private int waits;

  /**
   * A delivery whose waits between two tries pass on the clock only, each 30 s longer than asked.
   */
  private EventDelivery delivery(String endpoint, Duration patience) {
    OtlpSettings settings =
        new OtlpSettings(URI.create(endpoint), Map.of(), 1, Duration.ZERO, patience);
    OtlpClient client =
        new OtlpClient(
            settings,
            () -> TimeUnit.MILLISECONDS.toNanos(now.toEpochMilli()),
            time -> {
              waits++;
              now = now.plus(time).plusSeconds(30);
            });
    return new EventDelivery(settings.logs(), client, () -> now, sent, dropped);
  }

  private static String closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }
  }

  @Test
  void manyBatchesWaitOnceForACollectorThatIsAway() throws Exception {
    EventDelivery delivery = delivery(closedPort(), PATIENCE);
    for (int i = 0; i < 1_000; i++) {
      delivery.deliver(REQUEST);
    }
    assertThat(waits).isEqualTo(2);
    assertThat(dropped.getCount()).isEqualTo(3_000);
    assertThat(sent.getCount()).isZero();
  }

  @Test
  void aCollectorThatIsAwayIsAskedAgainAfterAPauseThatGrows() throws Exception {
    EventDelivery delivery = delivery(closedPort(), PATIENCE);
    delivery.deliver(REQUEST);
    assertThat(waits).isEqualTo(2);
    now = now.plusSeconds(60);
    delivery.deliver(REQUEST);
    assertThat(waits).isEqualTo(4);
    now = now.plusSeconds(119);
    delivery.deliver(REQUEST);
    assertThat(waits).isEqualTo(4);
    now = now.plusSeconds(1);
    delivery.deliver(REQUEST);
    assertThat(waits).isEqualTo(6);
    assertThat(dropped.getCount()).isEqualTo(12);
  }

  @Test
  void aCollectorThatIsBackTakesEventsAfterThePause() throws Exception {
    try (TestingCollector collector = new TestingCollector(503, 503)) {
      EventDelivery delivery = delivery(collector.endpoint(), PATIENCE);
      delivery.deliver(REQUEST);
      assertThat(dropped.getCount()).isEqualTo(3);
      now = now.plusSeconds(60);
      delivery.deliver(REQUEST);
      assertThat(sent.getCount()).isEqualTo(3);
    }
  }

  @Test
  void anAnswerOfHeadersOnlyIsGivenUpOnceThePatienceIsOver() throws Exception {
    try (TestingUnfinishedCollector collector = new TestingUnfinishedCollector()) {
      EventDelivery delivery = delivery(collector.endpoint(), Duration.ofSeconds(2));
      delivery.deliver(REQUEST);
      collector.hungUp().get(30, TimeUnit.SECONDS);
      delivery.deliver(REQUEST);
      assertThat(collector.connections()).isEqualTo(1);
      assertThat(dropped.getCount()).isEqualTo(6);
      assertThat(sent.getCount()).isZero();
    }
  }
}
