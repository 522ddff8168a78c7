package org.sealflow.bfcl.check;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.SharedWorld;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorInstances;
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
  private final Supplier<SharedWorld> worlds;
  private final Sides sides;
  private final SimulatorInstances start;
  private final AtomicReferenceArray<@Nullable Entry> turns;

  /** Makes fresh instances in a world. */
  @FunctionalInterface
  interface Sides {
    SimulatorInstances in(SharedWorld world);
  }

  /**
   * A turn that was executed.
   *
   * @param leaks whether the ground truth has changed what both sides of a verification share
   */
  private record Entry(GroundTruthTurn turn, boolean leaks) {}

  /**
   * A trace of which nothing was executed yet.
   *
   * @throws org.sealflow.python.PyException where a scenario cannot be loaded
   */
  GroundTruthTrace(
      List<List<PreparedCall>> groundTruth, Supplier<SharedWorld> worlds, Sides sides) {
    this.groundTruth = groundTruth;
    this.worlds = worlds;
    this.sides = sides;
    this.start = sides.in(worlds.get());
    this.turns = new AtomicReferenceArray<>(groundTruth.size());
  }

  /** The instances before the first turn. */
  List<Simulator> start() {
    return start.instances();
  }

  /**
   * A turn after all before it; null if the ground truth has by then changed what a policy would
   * see: then the two must be executed in one world.
   */
  @Nullable GroundTruthTurn turn(int index) {
    Entry known = turns.get(index);
    if (known == null) {
      known = execute(index);
      turns.set(index, known);
    }
    return known.leaks ? null : known.turn;
  }

  /**
   * Instances in a world of their own, in the state after a turn; null where {@link #turn} is.
   *
   * @param names what they are called
   */
  @Nullable SimulatorInstances copyAfter(int index, InstanceNames names) {
    GroundTruthTurn turn = turn(index);
    return turn == null ? null : turn.side().copy(names);
  }

  /** Begins anew for each turn, as the instances of the turn before are to stay as they are. */
  private Entry execute(int index) {
    if (groundTruth.get(index).isEmpty()) {
      return withoutCalls(index);
    }
    SharedWorld world = worlds.get();
    SimulatorInstances fresh = sides.in(world);
    for (int turn = 0; turn < index; turn++) {
      groundTruth.get(turn).forEach(fresh::execute);
    }
    GroundTruthTurn executed =
        GroundTruthTurn.of(groundTruth.get(index).stream().map(fresh::execute).toList(), fresh);
    return new Entry(executed, GroundTruthSide.isChanged(world));
  }

  private Entry withoutCalls(int index) {
    GroundTruthTurn before = index == 0 ? null : turn(index - 1);
    boolean leaks = index > 0 && before == null;
    return new Entry(GroundTruthTurn.of(List.of(), before == null ? start : before.side()), leaks);
  }
}
