package org.sealflow.jobs.cli.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A progress bar on the error stream, where that is a terminal; else nothing. */
public final class Progress implements AutoCloseable {
  private final @Nullable ProgressBar bar;
  private final Map<String, Long> startOfFile;

  private Progress(@Nullable ProgressBar bar, Map<String, Long> startOfFile) {
    this.bar = bar;
    this.startOfFile = startOfFile;
  }

  /** Progress through files by their bytes. */
  public static Progress ofBytes(String task, List<Path> files) {
    Map<String, Long> starts = new LinkedHashMap<>();
    long total = 0;
    for (Path file : files) {
      starts.putIfAbsent(file.toString(), total);
      try {
        total += Files.size(file);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
    return new Progress(isTerminal() ? inBytes(task, total) : null, starts);
  }

  /** In units of which there is more than one. */
  private static ProgressBar inBytes(String task, long total) {
    return total < 10 << 20 ? bar(task, total, " kB", 1 << 10) : bar(task, total, " MB", 1 << 20);
  }

  /** Progress through so many steps. */
  public static Progress ofSteps(String task, long total) {
    return new Progress(isTerminal() ? bar(task, total, "", 1) : null, Map.of());
  }

  private static ProgressBar bar(String task, long total, String unit, long unitSize) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(total)
        .setUnit(unit, unitSize)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200)
        .build();
  }

  /** Whether a person watches. */
  public static boolean isTerminal() {
    return CommandLine.Help.Ansi.AUTO.enabled();
  }

  /** A file has been read up to a byte. */
  public void at(String file, long offset) {
    if (bar != null) {
      bar.stepTo(startOfFile.getOrDefault(file, 0L) + offset);
    }
  }

  /** One step is done. */
  public void step() {
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
