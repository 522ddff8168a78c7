package org.sealflow.generate;

/** A draw that makes no task; carries no stack trace, as it is part of the plan. */
final class UnfitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final DropReason reason;

  UnfitException(DropReason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  DropReason reason() {
    return reason;
  }
}
