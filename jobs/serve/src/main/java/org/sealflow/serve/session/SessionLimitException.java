package org.sealflow.serve.session;

/** No session can be opened, since there are as many as there may be. The message is one line. */
public final class SessionLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SessionLimitException(int most) {
    super(
        "all "
            + most
            + " sessions are open: end some, wait until idle ones expire, or serve with more"
            + " (--max-sessions)");
  }
}
