package org.sealflow.jobs.settings;

/**
 * Something the user can mend. The message is one line: what was found, what was expected, what to
 * do. The command line prints it without a stack trace and ends with exit code 1.
 */
public class UserError extends RuntimeException {
  public UserError(String message) {
    super(message);
  }

  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
