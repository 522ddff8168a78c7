package org.sealflow.jobs.chaos;

import org.sealflow.jobs.settings.UserError;

/** Something that must happen did not happen in time. */
final class HangException extends UserError {
  private static final long serialVersionUID = 1L;

  HangException(String message) {
    super(message);
  }
}
