package org.sealflow.chat;

/**
 * A request without an answer that can be used; carries no stack trace, as it is counted and
 * nothing else.
 */
public final class FailedRequestException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RequestFailure reason;

  /**
   * A failure.
   *
   * @param detail one line: what was found
   */
  public FailedRequestException(RequestFailure reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  public RequestFailure reason() {
    return reason;
  }
}
