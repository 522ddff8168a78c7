package org.sealflow.jobs.bench.learner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Resident memory of this process, native memory included; of Linux. */
final class LearnerMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path SYSTEM = Path.of("/proc/meminfo");
  private static final Path RESET = Path.of("/proc/self/clear_refs");

  /** Written to the kernel's file, resets the peak of the resident set (proc(5)). */
  private static final String FORGET_PEAK = "5";

  private static final long KIBIBYTE = 1024;

  private LearnerMemory() {}

  /** Bytes resident now; 0 if the system does not tell. */
  static long resident() {
    return field(STATUS, "VmRSS:");
  }

  /** The most since {@link #forgetPeak}, or since the start where the system forgets nothing. */
  static long peak() {
    return field(STATUS, "VmHWM:");
  }

  /** Bytes of the peak above what was resident before; 0 if pages were given back meanwhile. */
  static long peakAbove(long before) {
    return Math.max(0, peak() - before);
  }

  /** Begins a new peak, where the system lets it. */
  static void forgetPeak() {
    try {
      Files.writeString(RESET, FORGET_PEAK, StandardCharsets.UTF_8);
    } catch (IOException notHere) {
      return;
    }
  }

  /** Bytes that processes could still take without swapping; 0 if the system does not tell. */
  static long available() {
    return field(SYSTEM, "MemAvailable:");
  }

  private static long field(Path file, String name) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> KIBIBYTE * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException notHere) {
      return 0;
    }
  }
}
