package org.sealflow.tau.diagnose;

/** The party whose doing a failure is. */
public enum Responsible {
  AGENT,
  /** The simulated user acted wrongly or departed from its scenario; the record proves it. */
  USER,
  /** The record proves neither. */
  UNDETERMINED
}
