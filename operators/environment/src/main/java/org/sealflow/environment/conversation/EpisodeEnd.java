package org.sealflow.environment.conversation;

/** Reasons why a conversation is over. */
public enum EpisodeEnd {
  /** The policy ended the last turn. */
  COMPLETED,
  /** The policy gave as many answers as it may, and turns are left. */
  STEP_LIMIT,
  /** An answer was malformed, and the rules end the episode on that. */
  PARSE_ERROR
}
