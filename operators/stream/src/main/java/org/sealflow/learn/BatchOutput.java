package org.sealflow.learn;

/** Whether settled batches leave the learner, so that others can train on them. */
public enum BatchOutput {
  /** They do not. */
  NONE,
  /** They do, besides being trained on here. */
  COPY,
  /** They do, and nothing is trained here: a foreign trainer publishes the versions after 0. */
  FOREIGN
}
