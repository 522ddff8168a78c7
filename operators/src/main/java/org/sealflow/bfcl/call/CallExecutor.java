package org.sealflow.bfcl.call;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.python.Py;
import org.sealflow.bfcl.python.PyDict;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.World;

/**
 * One side of a verification, the policy's or the ground truth's: live instances of the task's
 * involved classes and the execution of calls on them (call-execution.md). Not thread-safe; made
 * for one verification and dropped.
 */
public final class CallExecutor {
  private final MethodTable methods;
  private final List<String> instanceNames;
  private final boolean namesAreIdentifiers;
  private final List<LiveInstance<?>> instances;

  /**
   * Creates and loads the instances, in the order of the involved classes.
   *
   * @param side the model's name as the reference's instances carry it: {@code MODEL_eval} for the
   *     policy, {@code MODEL_ground_truth_eval} for the ground truth
   * @param taskId the task's id, part of the instances' names
   * @param methods the methods of the task's involved classes
   * @param initialConfiguration class name → scenario; each scenario is copied, a class without one
   *     gets an empty scenario
   * @param longContext whether the long-context extensions are on
   * @param world what both sides of the verification share
   * @throws org.sealflow.bfcl.python.PyException where loading raises in the reference
   */
  public CallExecutor(
      String side,
      String taskId,
      MethodTable methods,
      PyDict initialConfiguration,
      boolean longContext,
      World world) {
    this.methods = methods;
    this.instanceNames = InstanceNames.of(side, taskId, methods.classes());
    this.namesAreIdentifiers = instanceNames.stream().allMatch(InstanceNames::isIdentifier);
    this.instances = new ArrayList<>(methods.classes().size());
    for (SimulatorClass<?> type : methods.classes()) {
      PyDict scenario = scenario(initialConfiguration, type.name());
      instances.add(LiveInstance.load(type, scenario, longContext, world));
    }
  }

  private static PyDict scenario(PyDict initialConfiguration, String className) {
    Object scenario = initialConfiguration.getOrDefault(className, new PyDict());
    if (Py.deepCopy(scenario) instanceof PyDict copy) {
      return copy;
    }
    throw new IllegalArgumentException(
        "the initial configuration of " + className + " is no object: " + Py.repr(scenario));
  }

  /** The instances in the order of the involved classes. */
  public List<Simulator> instances() {
    List<Simulator> simulators = new ArrayList<>(instances.size());
    for (LiveInstance<?> instance : instances) {
      simulators.add(instance.simulator());
    }
    return simulators;
  }

  /** Executes a call that is executed once. */
  public CallOutcome execute(String call) {
    return execute(PreparedCall.of(call, methods));
  }

  /**
   * Executes a call. Whatever Python raises is in the outcome; a configuration that lacks what a
   * call needs (an as-of date, the long-context constants) is thrown.
   *
   * @param call prepared with this executor's table
   */
  public CallOutcome execute(PreparedCall call) {
    if (call.methods() != methods) {
      throw new IllegalArgumentException("the call was prepared for another task: " + call);
    }
    Plan plan = call.plan(instanceNames, namesAreIdentifiers);
    CallOutcome settled = plan.settled();
    return settled == null
        ? new Execution(instances, plan.targets()).run(requireNonNull(plan.expression()))
        : settled;
  }
}
