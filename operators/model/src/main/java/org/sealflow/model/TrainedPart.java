package org.sealflow.model;

/** What of a model is trained. */
public enum TrainedPart {
  /** Nothing. */
  NOTHING,
  /** Low-rank adapters on a frozen base, which is the reference. */
  ADAPTERS,
  /** All weights; the reference is a frozen copy. */
  EVERYTHING
}
