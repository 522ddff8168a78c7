package org.sealflow.nano.demonstration;

import org.sealflow.bfcl.task.Task;

/** The assistant's text at the end of a turn: one of three fixed texts (nano-policy.md). */
public enum ClosingPhrase {
  /** Everything asked for is done. */
  DONE("Done."),
  /** The tool the request needs is not there, and comes with the next turn. */
  NO_FUNCTION("I have no function for that."),
  /** The request leaves something open. */
  MISSING_VALUE("Please give me the missing value.");

  private final String text;

  ClosingPhrase(String text) {
    this.text = text;
  }

  /** The words. */
  public String text() {
    return text;
  }

  /**
   * The phrase that ends a turn of a task.
   *
   * @param turn index of the turn, from 0
   */
  public static ClosingPhrase of(Task task, int turn) {
    if (!task.groundTruth().get(turn).isEmpty()) {
      return DONE;
    }
    return task.withheldTools().containsKey(turn + 1) ? NO_FUNCTION : MISSING_VALUE;
  }
}
