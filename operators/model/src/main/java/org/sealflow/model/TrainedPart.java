package org.sealflow.model;

/** The parts of a model that can be trained. */
public enum TrainedPart {
  /** Nothing. */
  NOTHING,
  /** Low-rank adapters on a frozen base, which is the reference. */
  ADAPTERS,
  /** All weights; the reference is a frozen copy. */
  EVERYTHING
}
