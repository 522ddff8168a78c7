package org.sealflow.jobs.bench.learner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.api.common.functions.MapFunction;
import org.sealflow.schemas.TrainingStep;

/** Writes down when steps began and ended, a line each, where another thread can read it. */
final class StepLog implements MapFunction<TrainingStep, Long> {
  private static final long serialVersionUID = 1L;

  private static final Pattern BLANK = Pattern.compile(" ");

  private final String file;

  /** Appends to a file on this machine. */
  StepLog(Path file) {
    this.file = file.toString();
  }

  /** A step. */
  record Span(Instant began, Instant ended) {
    /** Whether an instant lies within it. */
    boolean holds(Instant instant) {
      return !instant.isBefore(began) && !instant.isAfter(ended);
    }

    /** Its length. */
    double seconds() {
      return (ended.toEpochMilli() - began.toEpochMilli()) / 1e3;
    }
  }

  @Override
  public Long map(TrainingStep step) throws IOException {
    long began = step.getStartedAt().toEpochMilli();
    long ended = step.getEndedAt().toEpochMilli();
    Files.writeString(
        Path.of(file),
        began + " " + ended + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return ended - began;
  }

  /** The steps so far, in order. */
  static List<Span> read(Path file) throws IOException {
    List<Span> spans = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        List<Long> times = BLANK.splitAsStream(line).map(Long::valueOf).toList();
        spans.add(new Span(Instant.ofEpochMilli(times.get(0)), Instant.ofEpochMilli(times.get(1))));
      }
    }
    return spans;
  }
}
