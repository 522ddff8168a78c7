package org.sealflow.jobs.bench;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The threads of this process's just-in-time compiler, as Linux shows them; none elsewhere. */
final class CompilerThreads {
  private static final Path THREADS = Path.of("/proc/self/task");

  /** Names of threads are cut after 15 letters: {@code C1 CompilerThread0}, {@code C2 ...}. */
  private static final String NAMES = "(C[12]|JVMCI) Compile.*";

  /** Linux tells programs of processor time in hundredths of a second, whatever it counts in. */
  private static final long TICK_NANOS = 10_000_000;

  /** Where in the line of a thread, after its name, its time in itself and in the kernel stand. */
  private static final int USER = 11;

  private static final int KERNEL = 12;

  private final Map<Path, Boolean> known = new HashMap<>();
  private final Map<Path, Long> ticks = new HashMap<>();

  /**
   * Processor time of the threads seen so far, those that have ended included, in nanoseconds; 0
   * where the system does not tell.
   */
  long cpuNanos() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        if (known.computeIfAbsent(thread, CompilerThreads::compiles)) {
          look(thread);
        }
      }
    } catch (IOException | DirectoryIteratorException noLinux) {
      return 0;
    }
    return TICK_NANOS * ticks.values().stream().mapToLong(Long::longValue).sum();
  }

  private static boolean compiles(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip().matches(NAMES);
    } catch (IOException ended) {
      return false;
    }
  }

  private void look(Path thread) {
    try {
      String line = Files.readString(thread.resolve("stat"));
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      ticks.put(thread, Long.parseLong(fields[USER]) + Long.parseLong(fields[KERNEL]));
    } catch (IOException ended) {
      known.put(thread, false);
    }
  }
}
