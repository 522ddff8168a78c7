package org.sealflow.model;

/**
 * The result of a step.
 *
 * @param gradientNorm Euclidean norm of all gradients together, before clipping
 * @param applied whether the weights were updated: not where the norm is infinite or NaN
 */
public record OptimizerStep(double gradientNorm, boolean applied) {}
