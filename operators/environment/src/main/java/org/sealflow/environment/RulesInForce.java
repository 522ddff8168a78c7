package org.sealflow.environment;

import org.jspecify.annotations.Nullable;

/**
 * The rules an episode was run under, and is judged by.
 *
 * @param toolEnforcement whether a step that calls a tool not yet available is rejected as a whole
 * @param judge decides statements in natural language; null leaves them open
 */
public record RulesInForce(boolean toolEnforcement, @Nullable StatementJudge judge) {
  /** The benchmark's own evaluation: every call of the involved classes runs. */
  public static final RulesInForce OFFICIAL = new RulesInForce(false);

  /** Rules that leave statements in natural language open. */
  public RulesInForce(boolean toolEnforcement) {
    this(toolEnforcement, null);
  }
}
