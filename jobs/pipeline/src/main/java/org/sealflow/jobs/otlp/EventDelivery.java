package org.sealflow.jobs.otlp;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.flink.metrics.Counter;
import org.sealflow.chat.GrowingPause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to a collector and counts them. While a collector that is away is left alone,
 * events are dropped at once: the task thread must not wait out the patience for each batch. Not
 * thread-safe.
 */
final class EventDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(EventDelivery.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  private static final Duration LOG_PERIOD = Duration.ofMinutes(1);

  private final URI collector;
  private final OtlpClient client;
  private final InstantSource clock;
  private final GrowingPause pause;
  private final Counter sent;
  private final Counter dropped;
  private Instant logsAt = Instant.MIN;
  private long unsaid;

  EventDelivery(
      URI collector, OtlpClient client, InstantSource clock, Counter sent, Counter dropped) {
    this.collector = collector;
    this.client = client;
    this.clock = clock;
    this.pause = new GrowingPause(SHORTEST_PAUSE, LONGEST_PAUSE, clock);
    this.sent = sent;
    this.dropped = dropped;
  }

  /** Sends the events of a request, or drops and counts them. */
  void deliver(EvaluationEvents.Request request) throws InterruptedException {
    if (pause.isOn()) {
      drop(request);
      return;
    }
    OtlpClient.Result result = client.send(request.body());
    if (result.problem() == null) {
      sent.inc(request.events());
    } else {
      drop(request);
    }
    if (result.away()) {
      Duration length = pause.begin();
      say(result.problem() + "; it is left alone for " + length);
      return;
    }
    pause.reset();
    if (unsaid > 0 && !clock.instant().isBefore(logsAt)) {
      say(result.problem() == null ? "it takes them again" : result.problem());
    }
  }

  private void drop(EvaluationEvents.Request request) {
    dropped.inc(request.events());
    unsaid += request.events();
  }

  /** Said at most once a minute, for no pause is shorter; with all dropped since the last time. */
  private void say(String what) {
    LOG.warn("{} did not take {} evaluation events: {}", collector, unsaid, what);
    unsaid = 0;
    logsAt = clock.instant().plus(LOG_PERIOD);
  }
}
