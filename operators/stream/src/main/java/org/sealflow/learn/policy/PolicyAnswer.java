package org.sealflow.learn.policy;

import org.jspecify.annotations.Nullable;

/**
 * What a policy said in one step.
 *
 * @param text the message
 * @param policyVersion the version that answered, from 0; null where the engine names none
 * @param tokens the token ids behind it; null where the engine gives none
 */
public record PolicyAnswer(
    String text, @Nullable Long policyVersion, @Nullable SampledTokens tokens) {
  /** An answer of an engine that works on texts alone. */
  public static PolicyAnswer ofText(String text, @Nullable Long policyVersion) {
    return new PolicyAnswer(text, policyVersion, null);
  }
}
