package org.sealflow.jobs.settings;

/**
 * A command line that is wrong in itself, whatever the files and the broker hold. The command line
 * ends with exit code 2 and points to its help.
 */
public final class UsageError extends UserError {
  public UsageError(String message) {
    super(message);
  }

  public UsageError(String message, Throwable cause) {
    super(message, cause);
  }
}
