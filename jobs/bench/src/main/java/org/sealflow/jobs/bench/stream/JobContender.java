package org.sealflow.jobs.bench.stream;

import java.util.Locale;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Medians;

/** A job and what was measured of it over its runs. */
final class JobContender {
  private final String name;
  private final JobRun.Job job;
  private final Medians perSecond = new Medians();
  private final Medians cpuMicros = new Medians();
  private final Medians compilerMicros = new Medians();

  JobContender(String name, JobRun.Job job) {
    this.name = name;
    this.job = job;
  }

  void add(JobRun output, long events) {
    perSecond.add(output.perSecond(events));
    cpuMicros.add(output.cpuMicros(events));
    compilerMicros.add(output.compilerMicros(events));
  }

  Figure rateFigure(String prefix) {
    return Figure.measured(
        key(prefix, "recordsPerSecond"), "events per second", perSecond.median());
  }

  Figure processorFigure(String prefix) {
    return Figure.measured(
        key(prefix, "cpuMicrosecondsPerRecord"),
        "µs of CPU per event, whole process but the compiler",
        cpuMicros.median());
  }

  Figure compilerFigure(String prefix) {
    return Figure.measured(
        key(prefix, "compilerMicrosecondsPerRecord"),
        "µs of CPU per event, just-in-time compiler",
        compilerMicros.median());
  }

  private static String key(String prefix, String name) {
    return prefix.isEmpty() ? name : prefix + capitalized(name);
  }

  String name() {
    return name;
  }

  JobRun.Job job() {
    return job;
  }

  /** The median rate, events per second. */
  double perSecond() {
    return perSecond.median();
  }

  /** The median of the processor time, µs per event. */
  double cpuMicros() {
    return cpuMicros.median();
  }

  static String capitalized(String word) {
    return word.isEmpty()
        ? word
        : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
