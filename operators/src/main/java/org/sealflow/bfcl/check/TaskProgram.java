package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.call.CallExecutor;
import org.sealflow.bfcl.call.MethodTable;
import org.sealflow.bfcl.call.PreparedCall;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.simulator.World;
import org.sealflow.bfcl.task.Task;

/**
 * A task made ready for verification: its method table and its ground truth, parsed once. Immutable
 * and thread-safe; any number of verifications may run on it at the same time.
 */
public final class TaskProgram {
  private final Task task;
  private final LongContext longContext;
  private final MethodTable methods;
  private final List<List<PreparedCall>> groundTruth;

  /**
   * Makes a task ready.
   *
   * @throws IllegalArgumentException where it involves a class that does not exist
   */
  public TaskProgram(Task task, LongContext longContext) {
    this.task = task;
    this.longContext = longContext;
    List<SimulatorClass<?>> classes = new ArrayList<>();
    for (String name : task.involvedClasses()) {
      classes.add(Simulators.named(name));
    }
    this.methods = MethodTable.of(classes);
    List<List<PreparedCall>> turns = new ArrayList<>();
    for (List<String> turn : task.groundTruth()) {
      turns.add(turn.stream().map(call -> PreparedCall.of(call, methods)).toList());
    }
    this.groundTruth = List.copyOf(turns);
  }

  public Task task() {
    return task;
  }

  /** The constants a world of this task is made with. */
  public LongContext longContext() {
    return longContext;
  }

  /** The methods of the involved classes. */
  public MethodTable methods() {
    return methods;
  }

  /** The ground truth's calls per turn. */
  public List<List<PreparedCall>> groundTruth() {
    return groundTruth;
  }

  /** Fresh instances in a world: {@code MODEL_eval} for the policy's side. */
  CallExecutor policySide(String modelName, World world) {
    return side(modelName + "_eval", world);
  }

  /** Fresh instances in a world: {@code MODEL_ground_truth_eval} for the ground truth's side. */
  CallExecutor truthSide(String modelName, World world) {
    return side(modelName + "_ground_truth_eval", world);
  }

  private CallExecutor side(String name, World world) {
    return new CallExecutor(
        name, task.id(), methods, task.initialConfiguration(), task.longContext(), world);
  }
}
