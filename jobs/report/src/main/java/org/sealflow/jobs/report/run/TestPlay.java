package org.sealflow.jobs.report.run;

import java.util.Locale;
import org.sealflow.jobs.run.EvaluationLine;

/** A way to play the test tasks. */
public enum TestPlay {
  /** The likeliest answers. */
  GREEDY(EvaluationLine.TEST),
  /** Answers at the temperature of the rollouts. */
  SAMPLED(EvaluationLine.TEST_SAMPLED);

  private final String split;

  TestPlay(String split) {
    this.split = split;
  }

  /** How evaluations of it are named. */
  String split() {
    return split;
  }

  /** Its name as texts and JSON have it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
