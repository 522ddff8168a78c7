package org.sealflow.jobs.files;

/** A recorded trajectory that cannot be understood; the message says what was expected. */
public final class UnreadableRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnreadableRecordException(String message) {
    super(message, null, false, false);
  }
}
