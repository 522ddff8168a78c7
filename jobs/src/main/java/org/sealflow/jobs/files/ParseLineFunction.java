package org.sealflow.jobs.files;

import java.nio.file.Path;
import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.Ledger;
import org.sealflow.verify.LedgerCounter;
import org.sealflow.verify.LedgerPart;
import org.sealflow.verify.ReceivedEvent;
import org.sealflow.verify.TaskDirectory;
import org.sealflow.verify.VerifyFunction;

/** Turns lines of recorded trajectories into events; a line that is none becomes a failure. */
public final class ParseLineFunction extends ProcessFunction<InputLine, ReceivedEvent> {
  private static final long serialVersionUID = 1L;

  /** The name of this operator's part of the ledger. */
  public static final String OPERATOR = "parse";

  private final ReadSettings settings;
  private final String taskDirectory;
  private transient TaskDirectory tasks;
  private transient LedgerCounter ledger;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public ParseLineFunction(ReadSettings settings, String taskDirectory) {
    this.settings = settings;
    this.taskDirectory = taskDirectory;
  }

  @Override
  public void open(OpenContext openContext) throws Exception {
    tasks = TaskDirectory.read(Path.of(taskDirectory));
    ledger = new LedgerCounter(Ledger.EMPTY);
  }

  @Override
  public void processElement(InputLine line, Context context, Collector<ReceivedEvent> out) {
    RecordedEpisode episode;
    try {
      episode = RecordedLines.read(line, settings);
    } catch (UnreadableRecordException unreadable) {
      String remedy = "mend the line, or leave it out";
      fail(line, "", String.valueOf(unreadable.getMessage()), remedy, context);
      return;
    }
    if (!tasks.contains(episode.taskId())) {
      fail(
          line,
          episode.id(),
          "task " + episode.taskId() + " is not in " + taskDirectory,
          "give the directory that holds the task with --tasks",
          context);
      return;
    }
    RecordedSource source = source(line, episode.id());
    String episodeId = line.ordinal() + "/" + episode.id();
    for (TrajectoryEvent event :
        EpisodeEvents.of(
            episode,
            episodeId,
            tasks.digest(episode.taskId()),
            source,
            settings,
            Instant.EPOCH)) {
      out.collect(new ReceivedEvent(event, null, 0, line.line(), 0));
    }
  }

  private static RecordedSource source(InputLine line, String recordId) {
    return new RecordedSource(
        line.file(), line.line(), line.ordinal(), recordId, line.endOffset());
  }

  private void fail(
      InputLine line,
      String recordId,
      String reason,
      String remedy,
      Context context) {
    Failure failure =
        Failures.ofLine(
            new Complaint(Boundary.PARSE, reason, remedy),
            Instant.EPOCH,
            source(line, recordId),
            line.content());
    if (line.tooLong()) {
      failure.setOriginalLength(line.length());
      failure.setOriginalSha256(line.sha256());
    }
    context.output(VerifyFunction.FAILURES, failure);
    ledger.recordFailed();
    context.output(
        VerifyFunction.LEDGER,
        new LedgerPart(
            OPERATOR,
            getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
            getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks(),
            ledger.counts()));
  }
}
