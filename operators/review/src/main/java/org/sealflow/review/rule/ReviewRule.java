package org.sealflow.review.rule;

/** The faults of an agent that a record can prove. */
public enum ReviewRule {
  /** The arguments of a call are not a JSON object. */
  ARGUMENTS_NOT_JSON("arguments that are not a JSON object"),
  /** The arguments of a call violate the schema of its tool. */
  SCHEMA_VIOLATION("arguments that violate the tool's schema"),
  /** A call names a tool that was not offered. */
  UNKNOWN_TOOL("call of a tool that was not offered"),
  /** A call failed, and no later call of the same tool succeeded. */
  ERROR_NOT_RECOVERED("error, and no later success of the same tool"),
  /** The same call came back with the same result, and nothing was learned in between. */
  REPEATED_CALL("same call again, same result, nothing new in between"),
  /** An argument holds an identifier that nothing shown to the agent contains. */
  UNSEEN_IDENTIFIER("identifier in arguments that was never shown"),
  /** The answer claims success after every call of its user turn failed. */
  CLAIM_AFTER_FAILURE("claim of success after every call failed"),
  /** The answer names an identifier of a known kind that nothing in the record contains. */
  UNSEEN_IN_ANSWER("identifier in an answer that was never shown"),
  /** The record ends without an answer to the user. */
  NO_ANSWER("ends without an answer");

  private final String meaning;

  ReviewRule(String meaning) {
    this.meaning = meaning;
  }

  /** The meaning of the rule, for people. */
  public String meaning() {
    return meaning;
  }
}
