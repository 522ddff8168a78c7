package org.sealflow.learn.policy;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a policy in one step.
 *
 * @param text the message
 * @param policyVersion the version that answered, from 0; null if the engine names none
 * @param tokens the token ids behind it; null if the engine gives none
 */
public record PolicyAnswer(
    String text, @Nullable Long policyVersion, @Nullable SampledTokens tokens) {
  /** An answer of an engine that works on texts alone. */
  public static PolicyAnswer ofText(String text, @Nullable Long policyVersion) {
    return new PolicyAnswer(text, policyVersion, null);
  }
}
