package org.sealflow.learn.step;

/**
 * A teacher's log-probabilities of a row.
 *
 * @param logProbs shape [T], natural-log probability of each token under the policy that reads the
 *     feedback; 0 for tokens of turns of which nothing is told
 * @param turns shape [T], turn of each token whose turn is told of; -1 for all others
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ToldRow(float[] logProbs, int[] turns) {}
