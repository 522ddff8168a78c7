package org.sealflow.serve.gateway;

/** A call that passed by but cannot be recorded: one line. */
final class UnreadableCallException extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableCallException(String message) {
    super(message);
  }
}
