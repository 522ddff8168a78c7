package org.sealflow.environment;

import java.util.List;

/** The fields that every task has, whatever its environment. */
public interface TaskOutline {
  /** The task's name. */
  String id();

  /** The category it is counted under. */
  String category();

  /**
   * The calls that solve it, by turn, each as {@link World#execute} takes it; a turn without a call
   * asks to abstain.
   */
  List<List<String>> groundTruth();

  /** Whether somebody must play the user for a policy to play it: its words are not fixed. */
  default boolean hasUser() {
    return false;
  }

  /** The category of a task id by the usual naming: the id without its last {@code _…} part. */
  static String category(String taskId) {
    int cut = taskId.lastIndexOf('_');
    return cut <= 0 ? taskId : taskId.substring(0, cut);
  }
}
