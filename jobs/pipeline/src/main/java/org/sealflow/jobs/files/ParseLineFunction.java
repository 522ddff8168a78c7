package org.sealflow.jobs.files;

import java.nio.file.Path;
import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.environment.Environments;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerCounter;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TrajectoryEvent;

/** Turns lines of recorded trajectories into events; a line that is none becomes a failure. */
public final class ParseLineFunction extends ProcessFunction<InputLine, ReceivedEvent> {
  private static final long serialVersionUID = 1L;

  /** The name of this operator's part of the ledger. */
  public static final String OPERATOR = "parse";

  private final ReadSettings settings;
  private final String taskDirectory;
  private transient TrajectoryParser parser;
  private transient LedgerCounter ledger;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public ParseLineFunction(ReadSettings settings, String taskDirectory) {
    this.settings = settings;
    this.taskDirectory = taskDirectory;
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) throws Exception {
    parser = new TrajectoryParser(settings, Environments.read(Path.of(taskDirectory)));
    ledger = new LedgerCounter(Ledger.EMPTY);
  }

  @Override
  public void processElement(InputLine line, Context context, Collector<ReceivedEvent> out) {
    for (TrajectoryEvent event :
        parser.parse(line, Instant.EPOCH, failure -> fail(failure, context))) {
      out.collect(new ReceivedEvent(event, null, 0, line.line(), 0));
    }
  }

  private void fail(Failure failure, Context context) {
    context.output(DeadLetters.FAILURES, failure);
    ledger.recordFailed();
    context.output(
        LedgerPart.OUTPUT,
        new LedgerPart(
            OPERATOR,
            getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
            getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks(),
            ledger.counts()));
  }
}
