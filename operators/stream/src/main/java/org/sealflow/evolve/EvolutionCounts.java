package org.sealflow.evolve;

/** Counts of an operator, for its metrics. */
final class EvolutionCounts {
  private long activated;
  private long retired;
  private long refused;
  private long superseded;
  private long ordersObeyed;
  private long ordersNotUnderstood;

  void activated() {
    activated++;
  }

  void retired() {
    retired++;
  }

  void refused() {
    refused++;
  }

  void superseded() {
    superseded++;
  }

  void orderObeyed() {
    ordersObeyed++;
  }

  void orderNotUnderstood() {
    ordersNotUnderstood++;
  }

  /** Patches made active. */
  long patchesActivated() {
    return activated;
  }

  /** Patches retired. */
  long patchesRetired() {
    return retired;
  }

  /** Patches not made because they would show a value of the ground truth. */
  long patchesRefused() {
    return refused;
  }

  /** Records of former lives and earlier runs that were replaced. */
  long recordsSuperseded() {
    return superseded;
  }

  /** Operators' orders obeyed. */
  long ordersObeyed() {
    return ordersObeyed;
  }

  /** Operators' orders about something that is no patch of evolution. */
  long ordersNotUnderstood() {
    return ordersNotUnderstood;
  }
}
