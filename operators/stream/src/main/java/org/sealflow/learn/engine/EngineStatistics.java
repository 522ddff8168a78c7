package org.sealflow.learn.engine;

/**
 * Counts of an engine: done and waiting.
 *
 * @param tokensSampled tokens sampled since it was opened, those of answers given up included
 * @param tokensRead tokens of prompts read since then; those known from before do not count
 * @param rows answers being sampled now
 * @param waiting requests that wait for a place
 * @param version the policy's version that new answers come from
 */
public record EngineStatistics(
    long tokensSampled, long tokensRead, int rows, int waiting, long version) {}
