package org.sealflow.environment;

/**
 * The rules an episode was run under.
 *
 * @param toolEnforcement whether a step that calls a tool not yet available is rejected as a whole
 */
public record RulesInForce(boolean toolEnforcement) {
  /** The benchmark's own evaluation: every call of the involved classes runs. */
  public static final RulesInForce OFFICIAL = new RulesInForce(false);
}
