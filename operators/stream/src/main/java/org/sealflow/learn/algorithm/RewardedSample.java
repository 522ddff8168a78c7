package org.sealflow.learn.algorithm;

/**
 * An episode of a group as weighting sees it.
 *
 * @param reward its reward, finite
 * @param diagnosis what was diagnosed of its turns
 */
public record RewardedSample(double reward, SampleDiagnosis diagnosis) {}
