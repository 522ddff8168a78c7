package org.sealflow.learn.algorithm;

/**
 * What a teacher is told of a failed turn.
 *
 * @param turn the turn, from 0
 * @param text what is told: no value of the ground truth that the policy had not seen
 */
public record TurnFeedback(int turn, String text) {}
