package org.sealflow.tau.results;

import java.io.IOException;

/** Receives what a result file holds, in its order. Texts are one line each. */
public interface ResultListener {
  /**
   * A simulation that can be used.
   *
   * @param place file and number, as messages name it
   */
  void simulation(String place, ResultHeader header, Simulation simulation) throws IOException;

  /** A simulation is used, and this is to be known about it. */
  void note(String line) throws IOException;

  /** A simulation cannot be used; the others can. */
  void rejected(String line) throws IOException;

  /** A file cannot be used. */
  void refused(String line) throws IOException;
}
