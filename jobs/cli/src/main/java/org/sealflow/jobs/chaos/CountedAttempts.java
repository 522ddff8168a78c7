package org.sealflow.jobs.chaos;

import java.util.BitSet;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * The attempts at one episode, counted from its events in the order of the topic. Whichever event
 * of an attempt is there first begins it, unless a later one has begun or one has ended: a job that
 * fails may leave an attempt whose first events never came. Such an attempt does not end.
 */
final class CountedAttempts {
  private final BitSet seen = new BitSet();
  private int current = -1;
  private int last = Integer.MAX_VALUE;
  private long begun;

  void take(TrajectoryEvent event) {
    if (event.getAttempt() < current || ended()) {
      return;
    }
    if (event.getAttempt() > current) {
      current = event.getAttempt();
      seen.clear();
      last = Integer.MAX_VALUE;
      begun++;
    }
    seen.set(event.getSequence());
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      last = event.getSequence();
    }
  }

  private boolean ended() {
    return seen.nextClearBit(0) > last;
  }

  /** How many began. */
  long begun() {
    return begun;
  }
}
