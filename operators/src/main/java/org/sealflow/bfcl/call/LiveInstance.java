package org.sealflow.bfcl.call;

import org.sealflow.bfcl.python.PyDict;
import org.sealflow.bfcl.simulator.Method;
import org.sealflow.bfcl.simulator.Simulator;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.World;

/** An instance with its class, so that a method of the one is only ever run on the other. */
record LiveInstance<S extends Simulator>(SimulatorClass<S> type, S simulator) {
  static <S extends Simulator> LiveInstance<S> load(
      SimulatorClass<S> type, PyDict scenario, boolean longContext, World world) {
    return new LiveInstance<>(type, type.load(scenario, longContext, world));
  }

  /** A method the class has. */
  Method<S> method(String name) {
    Method<S> method = type.method(name);
    if (method == null) {
      throw new IllegalArgumentException(type.name() + " has no method " + name);
    }
    return method;
  }

  /** The arguments as the method takes them; TypeError where they do not fit. */
  Object[] bind(String methodName, CallArguments arguments) {
    return ArgumentBinder.bind(type.name(), method(methodName), arguments);
  }

  Object run(String methodName, Object[] bound) {
    return method(methodName).body().call(simulator, bound);
  }
}
