package org.sealflow.jobs.bench.serving;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the JVM's compilers have been at work: what is measured meanwhile shares the processors
 * with them.
 */
final class CompilerWork {
  private CompilerWork() {}

  /** Milliseconds of all its threads since the JVM began; 0 if it has no compiler. */
  static long millis() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null ? 0 : compiler.getTotalCompilationTime();
  }

  /** The same once it is so late, by {@link System#nanoTime}. */
  static long millisAt(long time) {
    for (long wait = time - System.nanoTime(); wait > 0; wait = time - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
    return millis();
  }
}
