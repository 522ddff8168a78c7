package org.sealflow.nano.warm;

/**
 * All settings of a warm start.
 *
 * @param training what holds for every step
 * @param copying the exercises before
 * @param curriculum what is learnt then
 * @param judging how it is judged
 */
public record WarmPlan(
    WarmSettings training, CopySettings copying, WarmPhases curriculum, JudgeSettings judging) {}
