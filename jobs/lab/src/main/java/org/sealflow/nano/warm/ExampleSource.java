package org.sealflow.nano.warm;

import java.util.List;

/** Gives examples without end. Called from one thread at a time, not always the same. */
interface ExampleSource {
  /**
   * Makes examples.
   *
   * @param phase what they are to be like
   * @param first index of the first: the same index gives the same example of a phase
   */
  List<Example> make(Phase phase, long first, int count);
}
