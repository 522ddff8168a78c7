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
 * @param dialogue when an episode is cut off whose task does not fix what the user says
 */
public record Rules(
    boolean toolEnforcement,
    @Nullable StepLimit stepLimit,
    boolean terminateOnParseError,
    ParserOptions parser,
    DialogueLimits dialogue) {
  /** Rules with the usual limits on dialogues. */
  public Rules(
      boolean toolEnforcement,
      @Nullable StepLimit stepLimit,
      boolean terminateOnParseError,
      ParserOptions parser) {
    this(toolEnforcement, stepLimit, terminateOnParseError, parser, DialogueLimits.DEFAULT);
  }

  /** The protocol's defaults with a step limit. */
  public static Rules of(@Nullable StepLimit stepLimit) {
    return new Rules(true, stepLimit, false, ParserOptions.DEFAULTS);
  }
}
