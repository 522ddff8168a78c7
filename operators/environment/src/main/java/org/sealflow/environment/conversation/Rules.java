package org.sealflow.environment.conversation;

import org.jspecify.annotations.Nullable;

/**
 * The rules an episode is run under (environment-protocol.md section 1).
 *
 * @param toolEnforcement whether an answer that calls a tool not documented at that moment is
 *     refused instead of executed
 * @param stepLimit how many answers the policy may give; null for any number
 * @param terminateOnParseError whether a malformed answer ends the episode
 * @param parser how answers are parsed
 */
public record Rules(
    boolean toolEnforcement,
    @Nullable StepLimit stepLimit,
    boolean terminateOnParseError,
    ParserOptions parser) {
  /** The protocol's defaults with a step limit. */
  public static Rules of(@Nullable StepLimit stepLimit) {
    return new Rules(true, stepLimit, false, ParserOptions.DEFAULTS);
  }
}
