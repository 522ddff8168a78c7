package org.sealflow.evolve;

/**
 * What evolution is keyed by: runs never share evidence, patches or orders.
 *
 * @param runId the run; empty in {@link #NONE} alone
 * @param category the category of tasks, or {@code *} for all
 */
public record EvolutionKey(String runId, String category) {
  /** The key of orders that name no patch of any run. */
  static final EvolutionKey NONE = new EvolutionKey("", "");
}
