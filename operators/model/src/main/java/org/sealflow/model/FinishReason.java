package org.sealflow.model;

/** Reasons why a completion ended. */
public enum FinishReason {
  /** A stop token was sampled. */
  STOP_TOKEN,
  /** The most tokens asked for, or the context length, were reached. */
  LENGTH
}
