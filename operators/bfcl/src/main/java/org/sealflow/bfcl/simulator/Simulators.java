package org.sealflow.bfcl.simulator;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.call.Method;

/** The eight simulator classes of the benchmark, by name and by method. */
public final class Simulators {
  private static final Map<String, SimulatorClass<?>> BY_NAME =
      byName(
          List.of(
              GorillaFileSystem.TYPE,
              MathAPI.TYPE,
              MessageAPI.TYPE,
              TwitterAPI.TYPE,
              TicketAPI.TYPE,
              TradingBot.TYPE,
              TravelAPI.TYPE,
              VehicleControlAPI.TYPE));

  private static final Map<String, SimulatorClass<?>> BY_METHOD = byMethod();

  private Simulators() {}

  private static Map<String, SimulatorClass<?>> byName(List<SimulatorClass<?>> types) {
    Map<String, SimulatorClass<?>> byName = new LinkedHashMap<>();
    for (SimulatorClass<?> type : types) {
      byName.put(type.name(), type);
    }
    return byName;
  }

  private static Map<String, SimulatorClass<?>> byMethod() {
    Map<String, SimulatorClass<?>> byMethod = new HashMap<>();
    for (SimulatorClass<?> type : all()) {
      for (Method<?> method : type.methods()) {
        SimulatorClass<?> other = byMethod.put(method.name(), type);
        if (other != null) {
          throw new IllegalStateException(
              other + " and " + type + " both have a method " + method.name());
        }
      }
    }
    return byMethod;
  }

  /** All classes. */
  public static List<SimulatorClass<?>> all() {
    return List.copyOf(BY_NAME.values());
  }

  /**
   * The class of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static SimulatorClass<?> named(String className) {
    SimulatorClass<?> type = BY_NAME.get(className);
    if (type == null) {
      throw new IllegalArgumentException(
          "no simulator class " + className + "; there are " + BY_NAME.keySet());
    }
    return type;
  }

  /** The class that has a method of that name (no two have the same), or null. */
  public static @Nullable SimulatorClass<?> withMethod(String methodName) {
    return BY_METHOD.get(methodName);
  }
}
