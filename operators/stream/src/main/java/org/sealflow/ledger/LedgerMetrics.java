package org.sealflow.ledger;

import org.apache.flink.metrics.MetricGroup;

/** The ledger of an operator as gauges, by its parts. */
public final class LedgerMetrics {
  private LedgerMetrics() {}

  public static void register(MetricGroup group, LedgerCounter ledger) {
    MetricGroup counts = group.addGroup("ledger");
    counts.gauge("started", () -> ledger.counts().started());
    counts.gauge("passed", () -> ledger.counts().passed());
    counts.gauge("policyFailed", () -> ledger.counts().policyFailed());
    counts.gauge("infrastructureFailed", () -> ledger.counts().infrastructureFailed());
    counts.gauge("taskDefective", () -> ledger.counts().taskDefective());
    counts.gauge("unjudged", () -> ledger.counts().unjudged());
    counts.gauge("superseded", () -> ledger.counts().superseded());
    counts.gauge("inFlight", () -> ledger.counts().inFlight());
    counts.gauge("recordsUsed", () -> ledger.counts().recordsUsed());
    counts.gauge("recordsDuplicate", () -> ledger.counts().recordsDuplicate());
    counts.gauge("recordsFailed", () -> ledger.counts().recordsFailed());
  }
}
