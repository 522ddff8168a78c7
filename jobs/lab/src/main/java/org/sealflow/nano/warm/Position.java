package org.sealflow.nano.warm;

/**
 * The progress of a warm start: all that its next step depends on, beside weights and moments.
 *
 * @param steps steps made, copying exercises included
 * @param phase index of the phase it is in; the number of phases at the end
 * @param readInPhase tokens read in that phase
 * @param read tokens read in all phases
 * @param pool index of the pool of examples it is in
 * @param batch index within the pool of the next batch
 */
record Position(int steps, int phase, long readInPhase, long read, int pool, int batch) {
  static final Position START = new Position(0, 0, 0, 0, 0, 0);

  Position copied() {
    return new Position(steps + 1, phase, readInPhase, read, pool, batch);
  }

  Position learnt(int tokens) {
    return new Position(steps + 1, phase, readInPhase + tokens, read + tokens, pool, batch + 1);
  }

  Position nextPool() {
    return new Position(steps, phase, readInPhase, read, pool + 1, 0);
  }

  /** Examples drawn for one phase are of no use to the next. */
  Position nextPhase() {
    return new Position(steps, phase + 1, 0, read, pool + 1, 0);
  }
}
