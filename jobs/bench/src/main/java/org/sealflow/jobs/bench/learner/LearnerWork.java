package org.sealflow.jobs.bench.learner;

/** The kinds of work of a learner. */
enum LearnerWork {
  /** Log-probabilities of the tokens of a batch. */
  FORWARD("forward"),
  /** Forth and back, and a step of the optimizer. */
  TRAINING("training"),
  /** Continuations of prompts, sampled. */
  GENERATION("generation");

  private final String word;

  LearnerWork(String word) {
    this.word = word;
  }

  /** Its name in keys and on the line to another process. */
  String word() {
    return word;
  }
}
