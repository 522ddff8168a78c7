package org.sealflow.jobs.export;

/** The forms that trainers elsewhere read. */
public enum BatchFormat {
  /** Episodes of the verifiers library, version 1: tokens, log-probabilities, advantages. */
  VERIFIERS,
  /** Data sets of TRL: token ids with labels, and preference pairs. */
  TRL,
  /** Datums of Tinker for its loss {@code importance_sampling}. */
  TINKER
}
