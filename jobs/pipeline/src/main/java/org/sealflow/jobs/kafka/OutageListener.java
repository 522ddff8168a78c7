package org.sealflow.jobs.kafka;

import org.sealflow.jobs.settings.UserError;

/** Hears that a broker stops answering the reader of a topic, and that it answers again. */
public interface OutageListener {
  /**
   * The broker has stopped answering. The reader waits for it, unless this throws.
   *
   * @param failure what ends a reader that does not wait
   */
  void began(UserError failure);

  /** The broker answers again. */
  void ended();
}
