package org.sealflow.jobs.cli.replay.tau;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The benchmark's pass^k: the chance that k trials of a task all pass, C(c, k) / C(n, k) for c
 * passed of n trials, averaged over tasks. Episodes without a verdict are left out.
 */
final class PassRates {
  private static final int MOST_TRIALS = 8;

  private static final class Trials {
    private int all;
    private int passed;
  }

  private final Map<String, Trials> tasks = new TreeMap<>();

  void add(String task, TauVerdict verdict) {
    if (verdict == TauVerdict.PASSED || verdict == TauVerdict.FAILED) {
      Trials trials = tasks.computeIfAbsent(task, name -> new Trials());
      trials.all++;
      trials.passed += verdict == TauVerdict.PASSED ? 1 : 0;
    }
  }

  /** By k, from 1 to the fewest trials of a task, at most 8; empty without trials. */
  Map<Integer, Double> rates() {
    int fewest = tasks.values().stream().mapToInt(trials -> trials.all).min().orElse(0);
    Map<Integer, Double> rates = new LinkedHashMap<>();
    for (int k = 1; k <= Math.min(fewest, MOST_TRIALS); k++) {
      int of = k;
      rates.put(
          k, tasks.values().stream().mapToDouble(trials -> rate(trials, of)).average().orElse(0));
    }
    return rates;
  }

  private static double rate(Trials trials, int k) {
    double rate = 1;
    for (int i = 0; i < k; i++) {
      rate *= (double) Math.max(0, trials.passed - i) / (trials.all - i);
    }
    return rate;
  }
}
