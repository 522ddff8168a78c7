package org.sealflow.jobs.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.tasks.TaskChange;

/**
 * Reads tasks and then files, one after the other, when the one element it is given arrives: a
 * bounded source of one instance, so that the input keeps its order.
 */
public final class ReadFilesFunction extends ProcessFunction<Long, InputLine> {
  private static final long serialVersionUID = 1L;

  /** The tasks of the directory, before any line. */
  public static final OutputTag<TaskChange> TASKS =
      new OutputTag<>("tasks", TypeInformation.of(TaskChange.class));

  /** Events of files that hold events. */
  public static final OutputTag<ReceivedEvent> EVENTS =
      new OutputTag<>("events", TypeInformation.of(ReceivedEvent.class));

  private final List<String> files;
  private final String taskDirectory;
  private final RecordedFormat format;

  public ReadFilesFunction(List<String> files, String taskDirectory, RecordedFormat format) {
    this.files = List.copyOf(files);
    this.taskDirectory = taskDirectory;
    this.format = format;
  }

  @Override
  public void processElement(Long start, Context context, Collector<InputLine> out)
      throws Exception {
    for (TaskRecord record : Environments.read(Path.of(taskDirectory)).records()) {
      context.output(TASKS, TaskChange.of(record));
    }
    long ordinal = 0;
    for (String file : files) {
      try {
        ordinal =
            format == RecordedFormat.SEALFLOW
                ? readEvents(file, ordinal, context)
                : readLines(file, ordinal, out);
      } catch (IOException unreadable) {
        throw new UserError(
            file + " cannot be read to its end: " + unreadable.getMessage() + "; is it complete?",
            unreadable);
      }
    }
  }

  private static long readLines(String file, long firstOrdinal, Collector<InputLine> out)
      throws Exception {
    long ordinal = firstOrdinal;
    try (LineReader reader = new LineReader(Path.of(file), firstOrdinal)) {
      for (@Nullable InputLine line = reader.next(); line != null; line = reader.next()) {
        out.collect(line);
        ordinal = line.ordinal() + 1;
      }
    }
    return ordinal;
  }

  private static long readEvents(String file, long firstOrdinal, Context context) throws Exception {
    try (EventFileReader reader = new EventFileReader(Path.of(file), firstOrdinal)) {
      for (ReceivedEvent event = reader.next(); event != null; event = reader.next()) {
        context.output(EVENTS, event);
      }
      return reader.nextOrdinal();
    }
  }
}
