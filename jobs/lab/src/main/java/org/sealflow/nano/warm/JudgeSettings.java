package org.sealflow.nano.warm;

import org.sealflow.generate.family.GeneratorSplit;

/**
 * Settings of judging the policy: on validation tasks on the way, on test tasks at the end.
 *
 * @param everyTokens tokens read between two judgements, 1 or more; the first comes in the second
 *     phase, the last at the end
 * @param validationTasks validation tasks played each time, 1 to 400; the categories take turns
 * @param testTasks tasks of each test set played at the end, 1 to 400
 * @param maxTokens most tokens of an answer, 1 or more
 * @param stepsPerTurn most answers in a turn, 1 or more
 */
public record JudgeSettings(
    long everyTokens, int validationTasks, int testTasks, int maxTokens, int stepsPerTurn) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public JudgeSettings {
    check("everyTokens", everyTokens, Long.MAX_VALUE);
    check("validationTasks", validationTasks, GeneratorSplit.FIXED_TASKS);
    check("testTasks", testTasks, GeneratorSplit.FIXED_TASKS);
    check("maxTokens", maxTokens, Integer.MAX_VALUE);
    check("stepsPerTurn", stepsPerTurn, Integer.MAX_VALUE);
  }

  private static void check(String name, long found, long most) {
    if (found < 1 || found > most) {
      throw new IllegalArgumentException(name + " is " + found + ", expected 1 to " + most);
    }
  }
}
