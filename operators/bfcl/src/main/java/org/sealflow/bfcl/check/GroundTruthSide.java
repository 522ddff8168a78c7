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
  private final @Nullable GroundTruthTrace trace;
  private @Nullable SimulatorInstances live;
  private List<Simulator> instances;

  /**
   * The side before the first turn.
   *
   * @param world the policy's, whose instances are already in it
   * @param trace null if the two sides share too much for one
   * @throws org.sealflow.python.PyException where a scenario cannot be loaded
   */
  GroundTruthSide(
      TaskProgram program, String modelName, SharedWorld world, @Nullable GroundTruthTrace trace) {
    this.program = program;
    this.modelName = modelName;
    this.world = world;
    this.trace = trace;
    if (trace == null) {
      live = program.truthSide(modelName, world);
      instances = live.instances();
    } else {
      instances = trace.start();
    }
  }

  /**
   * Whether a call has changed one of the lists that Python keeps as defaults of parameters. Only
   * long contexts share more, and they have no trace.
   */
  static boolean isChanged(SharedWorld world) {
    return !world.defaultMentions().isEmpty() || !world.defaultTags().isEmpty();
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
    return trace == null || live != null || isChanged(world) ? null : trace.turn(index);
  }

  /**
   * The instances in the policy's world. Where they are made late, the turns before are executed
   * late too: their results no longer matter, and their effects are the same, as a shared list is
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
