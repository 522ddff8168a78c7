package org.sealflow.learn.step;

import java.util.List;

/**
 * The rows of a group.
 *
 * @param branch whether they branch off another episode
 * @param rows one per episode, in order
 */
record RowGroup(boolean branch, List<TrainingRow> rows) {
  /** Copies the rows. */
  RowGroup {
    rows = List.copyOf(rows);
  }
}
