package org.sealflow.review;

/** Whether a call succeeded, as the record says. The text of a result is not interpreted. */
public enum CallSuccess {
  SUCCEEDED,
  FAILED,
  /** The format has no place for it, or the record leaves it out. */
  UNKNOWN
}
