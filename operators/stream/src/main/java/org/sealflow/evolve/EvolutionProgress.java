package org.sealflow.evolve;

/**
 * How far a key has come.
 *
 * @param newestVersion newest version seen, from 0
 * @param seenAt when evidence came last, rounded down, milliseconds since the epoch
 */
public record EvolutionProgress(long newestVersion, long seenAt) {}
