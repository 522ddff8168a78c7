package org.sealflow.review;

/** What a record says about a call's success. The text of a result is not interpreted. */
public enum CallSuccess {
  SUCCEEDED,
  FAILED,
  /** The format has no place for it, or the record leaves it out. */
  UNKNOWN
}
