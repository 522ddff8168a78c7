package org.sealflow.serve.session;

import org.sealflow.environment.ReadyTask;

/** Says of each episode that begins what it is for and what it is shown. Thread-safe. */
@FunctionalInterface
public interface Placements {
  /**
   * Places an episode of a task that may be trained on.
   *
   * @param group what the caller calls the episodes it compares with this one; empty if nothing
   */
  Placement of(ReadyTask task, String group);

  /** All episodes are strict. */
  static Placements strict() {
    return (task, group) -> Placement.STRICT;
  }
}
