package org.sealflow.learn.weights;

import org.sealflow.learn.algorithm.WeightingState;

/**
 * The learner's state: all a step needs besides its batch. Immutable.
 *
 * @param version version of the policy, from 0; also the number of the next batch
 * @param weighting what is remembered for the weights of tags
 * @param model trained weights and optimizer, or the file that holds them
 */
public record LearnerState(long version, WeightingState weighting, KeptSnapshot model) {}
