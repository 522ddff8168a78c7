package org.sealflow.bfcl.check;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.python.PyException;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.InstanceNames;
import org.sealflow.python.call.PreparedCall;

/**
 * The effects of a ground truth while nobody else acts on its world: executed once, compared with
 * any number of policies. A turn is executed when it is first asked for, so that a call that cannot
 * be executed (one that needs a date while none is given) is met in its own turn. Thread-safe: the
 * instances are only read.
 */
final class GroundTruthTrace {
  private final List<List<PreparedCall>> groundTruth;
  private final Supplier<SimulatorInstances> sides;
  private final SimulatorInstances start;
  private final AtomicReferenceArray<@Nullable Entry> turns;
  private final AtomicReferenceArray<@Nullable Boolean> repeats;

  /** Instances on which the turns are executed once more; null until somebody asks for that. */
  private @Nullable SimulatorInstances repeater;

  private int repeatedTurns;

  /**
   * A turn that was executed.
   *
   * @param leaks whether the ground truth has by then changed what both sides of a verification
   *     share
   */
  private record Entry(GroundTruthTurn turn, boolean leaks) {}

  /**
   * A trace of which nothing was executed yet.
   *
   * @param sides makes instances in a world of their own
   * @throws PyException if a scenario cannot be loaded
   */
  GroundTruthTrace(List<List<PreparedCall>> groundTruth, Supplier<SimulatorInstances> sides) {
    this.groundTruth = groundTruth;
    this.sides = sides;
    this.start = sides.get();
    this.turns = new AtomicReferenceArray<>(groundTruth.size());
    this.repeats = new AtomicReferenceArray<>(groundTruth.size());
  }

  /** The instances before a turn. */
  List<Simulator> instancesBefore(int turn) {
    return sideBefore(turn).instances();
  }

  /**
   * A turn after all before it; null if the ground truth has by then changed what a policy would
   * see: then the two must be executed in one world.
   */
  @Nullable GroundTruthTurn turn(int index) {
    Entry entry = entry(index);
    return entry.leaks ? null : entry.turn;
  }

  /**
   * The same turn of a policy that makes the ground truth's calls, with the state that both sides
   * are in after it; null if they must be executed.
   */
  @Nullable GroundTruthTurn repeated(int index) {
    GroundTruthTurn turn = turn(index);
    return turn != null && repeats(index) ? turn : null;
  }

  /** Whether another one who makes the same calls is in an equal state after a turn. */
  private boolean repeats(int index) {
    Boolean known = repeats.get(index);
    return known == null ? repeatTo(index) : known;
  }

  private synchronized boolean repeatTo(int index) {
    SimulatorInstances again = repeater == null ? sides.get() : repeater;
    repeater = again;
    for (; repeatedTurns <= index; repeatedTurns++) {
      groundTruth.get(repeatedTurns).forEach(again::execute);
      repeats.set(repeatedTurns, isEqual(again, entry(repeatedTurns).turn.side()));
    }
    return Boolean.TRUE.equals(repeats.get(index));
  }

  private Entry entry(int index) {
    Entry known = turns.get(index);
    if (known == null) {
      known = execute(index);
      turns.set(index, known);
    }
    return known;
  }

  /**
   * Instances in a world of their own, in the state before a turn; null if the ground truth has by
   * then changed what both sides of a verification share.
   *
   * @param names what they are called
   */
  @Nullable SimulatorInstances copyBefore(int turn, InstanceNames names) {
    SimulatorInstances side = sideBefore(turn);
    return side.world().isShared() ? null : side.lazyCopy(names);
  }

  /** The instances before a turn, copied into the world of a policy whose acts they see. */
  SimulatorInstances copyBeside(SimulatorInstances policy, int turn) {
    return sideBefore(turn).copyBeside(policy);
  }

  private Entry execute(int index) {
    List<PreparedCall> calls = groundTruth.get(index);
    SimulatorInstances before = sideBefore(index);
    SimulatorInstances side = calls.isEmpty() ? before : before.lazyCopy();
    List<CallOutcome> outcomes = calls.stream().map(side::execute).toList();
    return new Entry(GroundTruthTurn.of(outcomes, side), side.world().isShared());
  }

  private SimulatorInstances sideBefore(int turn) {
    return turn == 0 ? start : entry(turn - 1).turn.side();
  }

  private static boolean isEqual(SimulatorInstances side, SimulatorInstances other) {
    try {
      return StateCheck.equalWithPrivate(side.instances(), other.instances());
    } catch (PyException notComparable) {
      return false;
    }
  }
}
