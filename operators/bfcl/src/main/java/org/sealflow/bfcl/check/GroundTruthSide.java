package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.SharedWorld;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.PreparedCall;

/**
 * The ground truth's side of one verification. As long as neither side has changed what they share,
 * its turns are those of the task's trace; from then on it is executed in the policy's world, as in
 * the reference. Not thread-safe.
 */
final class GroundTruthSide {
  private final TaskProgram program;
  private final String modelName;
  private final SharedWorld world;
  private final GroundTruthTrace trace;
  private @Nullable SimulatorInstances live;
  private List<Simulator> instances;

  /**
   * The side before the first turn.
   *
   * @param world the policy's, whose instances are already in it
   * @param trace the task's, of the same model and day
   */
  GroundTruthSide(
      TaskProgram program, String modelName, SharedWorld world, GroundTruthTrace trace) {
    this.program = program;
    this.modelName = modelName;
    this.world = world;
    this.trace = trace;
    this.instances = trace.instancesBefore(0);
  }

  /** The instances after the last turn. */
  List<Simulator> instances() {
    return instances;
  }

  /** Executes a turn; asked for in order. */
  GroundTruthTurn turn(int index) {
    GroundTruthTurn turn = traced(index);
    if (turn == null) {
      SimulatorInstances side = live(index);
      turn = GroundTruthTurn.of(execute(side, index), side);
    }
    instances = turn.instances();
    return turn;
  }

  private @Nullable GroundTruthTurn traced(int index) {
    return live != null || world.isShared() ? null : trace.turn(index);
  }

  /**
   * The instances in the policy's world. Where they are made late, the turns before are executed
   * late too: their results no longer matter, and their effects are the same, as what is shared is
   * kept by reference and not by what it held.
   */
  private SimulatorInstances live(int index) {
    SimulatorInstances known = live;
    if (known != null) {
      return known;
    }
    SimulatorInstances late = program.truthSide(modelName, world);
    for (int turn = 0; turn < index; turn++) {
      List<CallOutcome> unused = execute(late, turn);
    }
    live = late;
    return late;
  }

  private List<CallOutcome> execute(SimulatorInstances side, int turn) {
    List<PreparedCall> calls = program.groundTruth().get(turn);
    List<CallOutcome> outcomes = new ArrayList<>(calls.size());
    for (PreparedCall call : calls) {
      outcomes.add(side.execute(call));
    }
    return outcomes;
  }
}
