package org.sealflow.bfcl.simulator;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
  private final List<LiveInstance<? extends Simulator>> instances;
  private final CallExecutor executor;

  /** The copy under way of which these are; null where they were loaded. */
  private final @Nullable WorldCopy copy;

  /** By index whether a call may change the instance: others still belong to the original. */
  private final BitSet own = new BitSet();

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
    this.instances = new ArrayList<>(methods.classes().size());
    for (CallableClass<?> type : methods.classes()) {
      if (!(type instanceof SimulatorClass<?> simulators)) {
        throw new IllegalArgumentException(type.name() + " is no class of simulators");
      }
      PyDict scenario = scenario(initialConfiguration, type.name());
      instances.add(loaded(simulators, scenario, longContext, world));
    }
    this.copy = null;
    own.set(0, instances.size());
    this.executor = new CallExecutor(methods, names, this::called);
  }

  private SimulatorInstances(SimulatorInstances other, InstanceNames names, WorldCopy copy) {
    this.copy = copy;
    this.world = copy.world();
    this.methods = other.methods;
    this.names = names;
    this.instances = new ArrayList<>(other.instances);
    this.executor = new CallExecutor(methods, names, this::called);
  }

  /** An instance that a call is made on, which may change it. */
  private LiveInstance<?> called(int index) {
    if (copy != null && !own.get(index)) {
      instances.set(index, instances.get(index).instance().copy(copy));
      own.set(index);
    }
    return instances.get(index);
  }

  /**
   * Instances in the same state, in a copy of the world: neither see later calls on the others. The
   * other side of a verification is not copied with them.
   */
  public SimulatorInstances copy() {
    SimulatorInstances copied = lazyCopy();
    copied.ownAll();
    return copied;
  }

  /**
   * The same of instances that no call is made on any more: each serves both until a call is made
   * on the copy's.
   */
  public SimulatorInstances lazyCopy() {
    return lazyCopy(names);
  }

  /** The same, by other names. */
  public SimulatorInstances lazyCopy(InstanceNames otherNames) {
    return new SimulatorInstances(this, otherNames, new WorldCopy(world));
  }

  /**
   * Instances in the same state, by the same names, in the world of another side: what all hold
   * together the copies hold together with that side.
   *
   * @param other of the same task; what it did may {@linkplain SharedWorld#isShared show}, while
   *     nothing does yet of what was done here
   */
  public SimulatorInstances copyBeside(SimulatorInstances other) {
    SimulatorInstances beside =
        new SimulatorInstances(this, names, new WorldCopy(world, other.world));
    other.ownAll();
    beside.ownAll();
    return beside;
  }

  /** Once both sides see what one does, no instance is left with the original. */
  private void ownAll() {
    for (int index = 0; index < instances.size(); index++) {
      LiveInstance<?> unused = called(index);
    }
  }

  private static PyDict scenario(PyDict initialConfiguration, String className) {
    Object scenario = initialConfiguration.getOrDefault(className, NONE);
    if (Py.copyOfConstant(scenario) instanceof PyDict copy) {
      return copy;
    }
    throw new IllegalArgumentException(
        "the initial configuration of " + className + " is no object: " + Py.repr(scenario));
  }

  private static <S extends Simulator> LiveInstance<S> loaded(
      SimulatorClass<S> type, PyDict scenario, boolean longContext, SharedWorld world) {
    return new LiveInstance<>(type, type.load(scenario, longContext, world));
  }

  /** The instances as they are now, in the order of the involved classes, only to read. */
  public List<Simulator> instances() {
    return new AbstractList<>() {
      @Override
      public Simulator get(int index) {
        return instances.get(index).instance();
      }

      @Override
      public int size() {
        return instances.size();
      }
    };
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
