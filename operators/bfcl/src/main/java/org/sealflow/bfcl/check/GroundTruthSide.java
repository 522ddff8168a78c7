package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
  private final List<List<PreparedCall>> groundTruth;
  private final SimulatorInstances policy;
  private final GroundTruthTrace trace;
  private @Nullable SimulatorInstances live;
  private List<Simulator> instances;

  /**
   * The side before the first turn.
   *
   * @param policy the other side
   * @param trace the task's, of the same model and day
   */
  GroundTruthSide(
      List<List<PreparedCall>> groundTruth, SimulatorInstances policy, GroundTruthTrace trace) {
    this.groundTruth = groundTruth;
    this.policy = policy;
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
    return live != null || policy.world().isShared() ? null : trace.turn(index);
  }

  /** The instances in the policy's world. */
  private SimulatorInstances live(int index) {
    SimulatorInstances known = live;
    if (known == null) {
      known = trace.copyBeside(policy, index);
      live = known;
    }
    return known;
  }

  private List<CallOutcome> execute(SimulatorInstances side, int turn) {
    List<PreparedCall> calls = groundTruth.get(turn);
    List<CallOutcome> outcomes = new ArrayList<>(calls.size());
    for (PreparedCall call : calls) {
      outcomes.add(side.execute(call));
    }
    return outcomes;
  }
}
