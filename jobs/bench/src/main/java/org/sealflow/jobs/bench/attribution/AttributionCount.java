package org.sealflow.jobs.bench.attribution;

import java.util.Arrays;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

/** Counts how diagnosis answered the planted faults of one kind. Not thread-safe. */
public final class AttributionCount {
  private final String label;
  private final long[] sizes;
  private long planted;
  private long harmless;
  private long rightTurn;
  private long rightCall;
  private long callInEvidence;
  private long rightFailure;
  private long spent;
  private long executions;

  AttributionCount(String label, int maxEdits) {
    this.label = label;
    this.sizes = new long[maxEdits + 1];
  }

  /** A planting after which the official check still passes. */
  void addHarmless() {
    harmless++;
  }

  void add(Finding finding) {
    Repair repair = finding.repair();
    planted++;
    rightTurn += finding.rightTurn() ? 1 : 0;
    rightCall += finding.rightCall() ? 1 : 0;
    callInEvidence += finding.callInEvidence() ? 1 : 0;
    rightFailure += finding.rightFailure() ? 1 : 0;
    executions += repair.getExecutions();
    spent += repair.getOutcome() == RepairOutcome.BUDGET_SPENT ? 1 : 0;
    sizes[Math.min(repair.getEdits().size(), sizes.length - 1)]++;
  }

  /** The kind for people. */
  public String label() {
    return label;
  }

  /** Failing episodes with such a fault. */
  public long planted() {
    return planted;
  }

  /** Plantings that were dropped because the official check still passed. */
  public long harmless() {
    return harmless;
  }

  /** Episodes whose root-cause turn is the first planted one. */
  public long rightTurn() {
    return rightTurn;
  }

  /** Episodes whose repair is about the planted calls, all of them and no other. */
  public long rightCall() {
    return rightCall;
  }

  /** Episodes in which the evidence of the first planted turn names the planted call. */
  public long callInEvidence() {
    return callInEvidence;
  }

  /** Episodes whose first planted turn has a failure that names the fault rightly. */
  public long rightFailure() {
    return rightFailure;
  }

  /** Episodes whose repair has so many edits, or more for the most; 0 for those without one. */
  public long repairedBy(int edits) {
    return sizes[edits];
  }

  /** Episodes with a repair. */
  public long repaired() {
    return Arrays.stream(sizes, 1, sizes.length).sum();
  }

  /** Episodes whose search used up its executions. */
  public long spent() {
    return spent;
  }

  /** Executions of all searches. */
  public long executions() {
    return executions;
  }

  /** A count as a share of the failing episodes; 0 if there are none. */
  public double share(long count) {
    return planted == 0 ? 0 : (double) count / planted;
  }
}
