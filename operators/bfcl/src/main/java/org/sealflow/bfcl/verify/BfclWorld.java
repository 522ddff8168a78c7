package org.sealflow.bfcl.verify;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.CanonicalState;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.ReferenceNames;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.environment.World;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.MethodTable;

/** The policy's simulators in a world of their own. Not thread-safe. */
public final class BfclWorld implements World {
  private final VerifiedCalls calls;
  private final SimulatorInstances instances;

  private BfclWorld(VerifiedCalls calls, SimulatorInstances instances) {
    this.calls = calls;
    this.instances = instances;
  }

  /**
   * Opens the world of a task.
   *
   * @param methods the methods of its involved classes
   * @param modelName the name the instances carry
   * @param asOf today, as date-dependent methods see it; null if unknown
   * @throws org.sealflow.python.PyException if its scenario cannot be loaded
   */
  public static BfclWorld open(
      Task task,
      MethodTable methods,
      LongContext longContext,
      String modelName,
      @Nullable LocalDate asOf) {
    return new BfclWorld(
        new VerifiedCalls(ToolCatalog.empty(), methods),
        new SimulatorInstances(
            ReferenceNames.of(modelName, task.id(), methods),
            methods,
            task.initialConfiguration(),
            task.longContext(),
            new org.sealflow.bfcl.simulator.SharedWorld(longContext, asOf)));
  }

  @Override
  public CallResult execute(String call) {
    CallOutcome outcome = instances.execute(call);
    return calls.result(call, outcome);
  }

  @Override
  public BfclWorld copy() {
    return new BfclWorld(calls, instances.copy());
  }

  @Override
  public Map<String, String> state() {
    Map<String, String> state = new LinkedHashMap<>();
    for (Simulator instance : instances.instances()) {
      state.put(instance.type().name(), CanonicalState.text(instance));
    }
    return state;
  }
}
