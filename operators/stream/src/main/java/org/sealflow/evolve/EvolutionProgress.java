package org.sealflow.evolve;

/**
 * The progress of a key.
 *
 * @param newestVersion newest version seen, from 0
 * @param seenAt when evidence came last, rounded down, milliseconds since the epoch
 */
public record EvolutionProgress(long newestVersion, long seenAt) {}
