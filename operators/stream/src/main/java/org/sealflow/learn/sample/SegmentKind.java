package org.sealflow.learn.sample;

/** What an event means for the tokens of its attempt. */
public enum SegmentKind {
  /** The policy answered: the step's tokens follow. */
  STEP,
  /** The attempt is over: this is its last event. */
  END,
  /** Nothing: only its place in the sequence counts. */
  OTHER
}
