package org.sealflow.learn.algorithm;

/**
 * The text that tells a teacher about a failed turn.
 *
 * @param turn the turn, from 0
 * @param text what is told: no value of the ground truth that the policy had not seen
 */
public record TurnFeedback(int turn, String text) {}
