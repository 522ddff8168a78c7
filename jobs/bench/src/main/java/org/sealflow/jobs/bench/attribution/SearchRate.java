package org.sealflow.jobs.bench.attribution;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.verify.PlayedCalls;

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

  static SearchRate of(List<PlayedCalls> failing, RepairFinder finder) {
    int found = 0;
    int spent = 0;
    for (PlayedCalls played : failing) {
      Repair repair = finder.search(played);
      found += repair.getOutcome() == RepairOutcome.FOUND ? 1 : 0;
      spent += repair.getOutcome() == RepairOutcome.BUDGET_SPENT ? 1 : 0;
    }
    long begun = processorNanos();
    long executions = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (PlayedCalls played : failing) {
        executions += finder.search(played).getExecutions();
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
