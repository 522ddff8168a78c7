package org.sealflow.jobs.bench.attribution;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

/**
 * Measures how fast repairs are searched for in one thread, by the processor time of that thread:
 * other work on the machine does not count.
 *
 * @param episodes failing episodes; each is searched once before the clock starts
 * @param found those of them with a repair
 * @param spent those whose search used up its executions
 * @param episodesPerSecond searches
 * @param executionsPerSecond executions of those searches
 */
public record SearchRate(
    int episodes, int found, int spent, double episodesPerSecond, double executionsPerSecond) {
  private static final int ROUNDS = 3;

  static <T> SearchRate of(List<T> failing, Function<T, Repair> search) {
    int found = 0;
    int spent = 0;
    for (T played : failing) {
      Repair repair = search.apply(played);
      found += repair.getOutcome() == RepairOutcome.FOUND ? 1 : 0;
      spent += repair.getOutcome() == RepairOutcome.BUDGET_SPENT ? 1 : 0;
    }
    long begun = processorNanos();
    long executions = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (T played : failing) {
        executions += search.apply(played).getExecutions();
      }
    }
    double seconds = Math.max(1, processorNanos() - begun) / 1e9;
    return new SearchRate(
        failing.size(), found, spent, ROUNDS * failing.size() / seconds, executions / seconds);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
