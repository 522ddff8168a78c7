package org.sealflow.model;

/** Why a continuation ended. */
public enum FinishReason {
  /** A stop token was sampled. */
  STOP_TOKEN,
  /** The most tokens asked for, or the context length, were reached. */
  LENGTH
}
