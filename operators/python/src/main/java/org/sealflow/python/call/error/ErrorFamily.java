package org.sealflow.python.call.error;

/**
 * The kinds of mistakes that error results answer, by the remedy that helps. Families are told
 * apart by the texts of Python's exceptions and of the simulators' error objects.
 */
public enum ErrorFamily {
  /** A required argument was left out. */
  MISSING_ARGUMENT,
  /** An argument was given that the tool does not take. */
  UNKNOWN_ARGUMENT,
  /** An argument was given twice, or more positional ones than the tool takes. */
  SURPLUS_ARGUMENT,
  /** A value has another type than the tool works with. */
  WRONG_TYPE,
  /** A value is none of those the tool accepts, or not written as it expects. */
  INVALID_VALUE,
  /** A path was given where a single name is expected. */
  INVALID_PATH,
  /** A value names nothing that exists. */
  NOT_FOUND,
  /** The thing to be made or done exists or is done already. */
  ALREADY_DONE,
  /** Nobody is logged in, or the access token is not valid. */
  NOT_AUTHENTICATED,
  /** Something else has to be done first, or be so, before the tool does its work. */
  UNMET_CONDITION,
  /** The balance, budget or capacity does not suffice. */
  LIMIT_EXCEEDED,
  /** The tool called does not exist, or may not be called. */
  UNKNOWN_TOOL,
  /** The call is not well-formed. */
  MALFORMED_CALL,
  /** An error of no known family. */
  OTHER
}
