package org.sealflow.generate.family;

/** A draw that makes no task; carries no stack trace, as it is part of the plan. */
public final class UnfitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final DropReason reason;

  public UnfitException(DropReason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  public DropReason reason() {
    return reason;
  }
}
