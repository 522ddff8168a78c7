package org.sealflow.jobs.otlp;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Diagnosis;

/**
 * Sends diagnoses to a collector of OpenTelemetry, each at least once while the collector takes
 * them. A collector that is away or refuses must not stop the job: what it does not take in time is
 * counted ({@code otlpEventsDropped}), logged and given up, and so is for a while what comes after
 * it; the topic of diagnoses has it all.
 */
public record OtlpSink(OtlpSettings settings) implements Sink<Diagnosis> {
  private static final long serialVersionUID = 1L;

  @Override
  public SinkWriter<Diagnosis> createWriter(WriterInitContext context) {
    return new Writer(
        settings,
        context.getProcessingTimeService(),
        new EventDelivery(
            settings.logs(),
            new OtlpClient(settings, System::nanoTime, pause -> Thread.sleep(pause.toMillis())),
            Clock.systemUTC(),
            context.metricGroup().counter("otlpEventsSent"),
            context.metricGroup().counter("otlpEventsDropped")));
  }

  /** Holds the events that wait for others. */
  private static final class Writer implements SinkWriter<Diagnosis> {
    private final OtlpSettings settings;
    private final ProcessingTimeService time;
    private final EventDelivery delivery;
    private final List<Diagnosis> waiting = new ArrayList<>();
    private boolean timed;

    Writer(OtlpSettings settings, ProcessingTimeService time, EventDelivery delivery) {
      this.settings = settings;
      this.time = time;
      this.delivery = delivery;
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
      if (request != null) {
        delivery.deliver(request);
      }
    }

    @Override
    public void close() {
      // Flush came before; what a failing job still holds comes again after its restart.
      waiting.clear();
    }
  }
}
