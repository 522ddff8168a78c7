package org.sealflow.environment;

/**
 * A public attribute in which the policy's simulator differs from the ground truth's.
 *
 * @param policy Python repr of the policy's value, shortened to the part that differs
 * @param truth Python repr of the ground truth's value, likewise
 */
public record StateDifference(String className, String attribute, String policy, String truth) {}
