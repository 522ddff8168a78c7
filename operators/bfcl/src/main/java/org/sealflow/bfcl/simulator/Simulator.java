package org.sealflow.bfcl.simulator;

import java.util.List;
import org.sealflow.python.call.LiveInstance;

/**
 * One live instance of a simulated service. Two exist per verification and class: the policy's and
 * the ground truth's. Methods are reached through {@link #type()} alone.
 */
public interface Simulator {
  /** Name, methods and attribute names of the class. */
  SimulatorClass<?> type();

  /**
   * The values of the public attributes, in the order of {@link SimulatorClass#publicAttributes}:
   * what the official state check compares with Python's {@code ==}.
   */
  List<Object> publicState();

  /** An instance in the same state, in the world of a copy. */
  LiveInstance<? extends Simulator> copy(WorldCopy copy);

  /**
   * Values that stand for the private attributes, in the order of {@link
   * SimulatorClass#privateAttributes}, comparable with Python's {@code ==}. No check of the
   * benchmark sees them, but they act on later calls.
   */
  default List<Object> privateState() {
    return List.of();
  }
}
