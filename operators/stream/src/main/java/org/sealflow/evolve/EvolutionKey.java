package org.sealflow.evolve;

/**
 * The key of evolution: runs never share evidence, patches or orders.
 *
 * @param runId the run; empty in {@link #NONE} alone
 * @param category the category of tasks, or {@code *} for all
 */
public record EvolutionKey(String runId, String category) {
  /** The key of orders that name no patch of any run. */
  static final EvolutionKey NONE = new EvolutionKey("", "");
}
