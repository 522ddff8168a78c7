package org.sealflow.serve.session;

import org.sealflow.schemas.TrajectoryEvent;

/** Takes events of episodes; those of one episode come in order. Thread-safe; must not throw. */
@FunctionalInterface
public interface TrajectorySink {
  /**
   * Takes an event.
   *
   * @return whether it is taken; if not, no message can hold it
   */
  boolean take(TrajectoryEvent event);
}
