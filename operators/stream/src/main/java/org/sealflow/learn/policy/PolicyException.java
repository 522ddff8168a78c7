package org.sealflow.learn.policy;

/** A policy gave no answer. The message says in one line what happened and what to do. */
public final class PolicyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why there is no answer. */
  public enum Cause {
    /** The deadline passed. */
    DEADLINE,
    /** The episode has filled the context: the policy used up what it had. */
    CONTEXT,
    /** The engine failed, refused, or answered nonsense. */
    ENGINE
  }

  private final Cause reason;

  /** No answer, for this reason. */
  public PolicyException(Cause reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** No answer because of another exception. */
  public PolicyException(Cause reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why there is no answer. */
  public Cause reason() {
    return reason;
  }
}
