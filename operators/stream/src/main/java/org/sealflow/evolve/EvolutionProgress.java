package org.sealflow.evolve;

/**
 * How far a key has come.
 *
 * @param runId the run seen last; empty before any
 * @param newestVersion newest version seen, from 0
 */
public record EvolutionProgress(String runId, long newestVersion) {
  /** Nothing seen. */
  static final EvolutionProgress NONE = new EvolutionProgress("", 0);
}
