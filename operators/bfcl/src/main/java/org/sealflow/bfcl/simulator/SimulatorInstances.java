package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.call.CallExecutor;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.CallableClass;
import org.sealflow.python.call.InstanceNames;
import org.sealflow.python.call.LiveInstance;
import org.sealflow.python.call.MethodTable;
import org.sealflow.python.call.PreparedCall;

/**
 * One side of a verification, the policy's or the ground truth's: live instances of the task's
 * involved classes and the execution of calls on them (call-execution.md, section 2). Not
 * thread-safe; made for one verification and dropped.
 */
public final class SimulatorInstances {
  private static final PyDict NONE = new PyDict();

  private final SharedWorld world;
  private final MethodTable methods;
  private final InstanceNames names;
  private final List<Simulator> instances = new ArrayList<>();
  private final CallExecutor executor;

  /**
   * Creates and loads the instances, in the order of the involved classes.
   *
   * @param names the instances' names, of {@link ReferenceNames}
   * @param methods the methods of the task's involved classes, all of them simulators
   * @param initialConfiguration class name → scenario; each scenario is copied, a class without one
   *     gets an empty scenario
   * @param longContext whether the long-context extensions are on
   * @param world what both sides of the verification share
   * @throws org.sealflow.python.PyException where loading raises in the reference
   */
  public SimulatorInstances(
      InstanceNames names,
      MethodTable methods,
      PyDict initialConfiguration,
      boolean longContext,
      SharedWorld world) {
    this.world = world;
    this.methods = methods;
    this.names = names;
    List<LiveInstance<?>> live = new ArrayList<>(methods.classes().size());
    for (CallableClass<?> type : methods.classes()) {
      if (!(type instanceof SimulatorClass<?> simulators)) {
        throw new IllegalArgumentException(type.name() + " is no class of simulators");
      }
      PyDict scenario = scenario(initialConfiguration, type.name());
      live.add(loaded(simulators, scenario, longContext, world));
    }
    this.executor = new CallExecutor(methods, names, live);
  }

  private SimulatorInstances(SimulatorInstances other, InstanceNames names) {
    WorldCopy copy = new WorldCopy(other.world);
    this.world = copy.world();
    this.methods = other.methods;
    this.names = names;
    List<LiveInstance<?>> live = new ArrayList<>(other.instances.size());
    for (Simulator instance : other.instances) {
      LiveInstance<? extends Simulator> made = instance.copy(copy);
      instances.add(made.instance());
      live.add(made);
    }
    this.executor = new CallExecutor(methods, names, live);
  }

  /**
   * Instances in the same state, in a copy of the world: neither see later calls on the others. The
   * other side of a verification is not copied with them.
   */
  public SimulatorInstances copy() {
    return copy(names);
  }

  /** The same, by other names. */
  public SimulatorInstances copy(InstanceNames otherNames) {
    return new SimulatorInstances(this, otherNames);
  }

  private static PyDict scenario(PyDict initialConfiguration, String className) {
    Object scenario = initialConfiguration.getOrDefault(className, NONE);
    if (Py.copyOfConstant(scenario) instanceof PyDict copy) {
      return copy;
    }
    throw new IllegalArgumentException(
        "the initial configuration of " + className + " is no object: " + Py.repr(scenario));
  }

  private <S extends Simulator> LiveInstance<S> loaded(
      SimulatorClass<S> type, PyDict scenario, boolean longContext, SharedWorld world) {
    S instance = type.load(scenario, longContext, world);
    instances.add(instance);
    return new LiveInstance<>(type, instance);
  }

  /** The instances in the order of the involved classes. */
  public List<Simulator> instances() {
    return Collections.unmodifiableList(instances);
  }

  /** The state that both sides of a verification share. */
  public SharedWorld world() {
    return world;
  }

  /** Executes a call that is executed once. */
  public CallOutcome execute(String call) {
    return executor.execute(call);
  }

  /**
   * Executes a call. Whatever Python raises is in the outcome; a configuration that lacks what a
   * call needs (an as-of date, the long-context constants) is thrown.
   *
   * @param call prepared with the table of these instances
   */
  public CallOutcome execute(PreparedCall call) {
    return executor.execute(call);
  }
}
