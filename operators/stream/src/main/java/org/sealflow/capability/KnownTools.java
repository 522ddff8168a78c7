package org.sealflow.capability;

import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.python.call.Method;
import org.sealflow.schemas.Capabilities;

/**
 * The names under which tools and their arguments are counted: their own where the simulators know
 * them, else {@code other}. What a policy makes up thus adds no key.
 */
final class KnownTools {
  private KnownTools() {}

  /** The name a tool counts under. */
  static String tool(String name) {
    return Simulators.withMethod(name) == null ? Capabilities.OTHER : name;
  }

  /** The name an argument of a tool counts under: {@code tool::argument}. */
  static String argument(String tool, String argument) {
    return Capabilities.name(
        tool(tool), hasParameter(tool, argument) ? argument : Capabilities.OTHER);
  }

  private static boolean hasParameter(String tool, String argument) {
    SimulatorClass<?> type = Simulators.withMethod(tool);
    Method<?> method = type == null ? null : type.method(tool);
    return method != null && hasParameter(method, argument);
  }

  private static boolean hasParameter(Method<?> method, String argument) {
    return method.parameters().stream().anyMatch(parameter -> parameter.name().equals(argument));
  }
}
