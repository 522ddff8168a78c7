package org.sealflow.learn.step;

/** A training step whose numbers are not finite: nothing of it may be applied. */
final class RefusedStepException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Refuses a step.
   *
   * @param reason what was found and what to do, one line
   */
  RefusedStepException(String reason) {
    super(reason);
  }
}
