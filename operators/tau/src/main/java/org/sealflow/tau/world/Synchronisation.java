package org.sealflow.tau.world;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.state.Database;

/** Carries values from one party's data to the other's, unseen by both. */
@FunctionalInterface
public interface Synchronisation {
  /** Nothing to keep in step. */
  Synchronisation NONE = (agentData, userData) -> {};

  /**
   * Brings the data of both parties in step.
   *
   * @throws org.sealflow.tau.python.CallException if the data do not fit each other
   */
  void run(Database agentData, @Nullable Database userData);
}
