package org.sealflow.jobs.otlp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Diagnosis;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends diagnoses to a collector of OpenTelemetry, each at least once while the collector takes
 * them. A collector that is away or refuses must not stop the job: what it does not take in time is
 * counted ({@code otlpEventsDropped}), logged and given up; the topic of diagnoses has it all.
 */
public record OtlpSink(OtlpSettings settings) implements Sink<Diagnosis> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(OtlpSink.class);

  @Override
  public SinkWriter<Diagnosis> createWriter(WriterInitContext context) {
    return new Writer(
        settings,
        context.getProcessingTimeService(),
        context.metricGroup().counter("otlpEventsSent"),
        context.metricGroup().counter("otlpEventsDropped"));
  }

  /** Holds the events that wait for others. */
  private static final class Writer implements SinkWriter<Diagnosis> {
    private final OtlpSettings settings;
    private final ProcessingTimeService time;
    private final Counter sent;
    private final Counter dropped;
    private final OtlpClient client;
    private final List<Diagnosis> waiting = new ArrayList<>();
    private boolean timed;

    Writer(OtlpSettings settings, ProcessingTimeService time, Counter sent, Counter dropped) {
      this.settings = settings;
      this.time = time;
      this.sent = sent;
      this.dropped = dropped;
      this.client =
          new OtlpClient(settings, System::nanoTime, pause -> Thread.sleep(pause.toMillis()));
    }

    @Override
    public void write(Diagnosis diagnosis, Context context)
        throws IOException, InterruptedException {
      if (!EvaluationEvents.tells(diagnosis)) {
        return;
      }
      waiting.add(diagnosis);
      if (waiting.size() >= settings.batch()) {
        send();
      } else if (!timed) {
        timed = true;
        ScheduledFuture<?> unused =
            time.registerTimer(
                time.getCurrentProcessingTime() + settings.linger().toMillis(),
                fired -> {
                  timed = false;
                  send();
                });
      }
    }

    @Override
    public void flush(boolean endOfInput) throws InterruptedException {
      send();
    }

    private void send() throws InterruptedException {
      EvaluationEvents.@Nullable Request request = EvaluationEvents.of(waiting);
      waiting.clear();
      if (request == null) {
        return;
      }
      String problem = client.send(request.body());
      if (problem == null) {
        sent.inc(request.events());
      } else {
        dropped.inc(request.events());
        LOG.warn(
            "{} did not take {} evaluation events: {}", settings.logs(), request.events(), problem);
      }
    }

    @Override
    public void close() {
      // Flush came before; what a failing job still holds comes again after its restart.
      waiting.clear();
    }
  }
}
