package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.ReferenceNames;
import org.sealflow.bfcl.simulator.SharedWorld;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.python.PyDict;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.MethodTable;

/** The services of one task at work: calls are executed as they are planned. */
public final class Scene {
  private static final String SIDE = "generator";

  /** Texts in a result that tell of an error, or of a call that did nothing. */
  private static final List<String> FAULTS =
      List.of(
          "\"error\"",
          "'error'",
          "Error",
          "not found",
          "Already",
          "Unknown",
          "status\": false",
          "success\": false");

  private final Map<String, ServiceStage> stages = new LinkedHashMap<>();
  private final PyDict configuration = new PyDict();
  private final SimulatorInstances executor;

  /**
   * Sets a scene.
   *
   * @param taskId a part of instance names
   * @param classNames the involved classes
   * @param large whether the services hold much
   */
  public Scene(
      String taskId,
      List<String> classNames,
      boolean large,
      Draws draws,
      TaskWords values,
      LongContext constants) {
    List<SimulatorClass<?>> classes = new ArrayList<>();
    for (String name : classNames) {
      classes.add(Simulators.named(name));
      ServiceStage stage = Stages.draw(name, draws, values, large);
      stages.put(name, stage);
      if (!stage.scenario().isEmpty()) {
        configuration.put(name, stage.scenario());
      }
    }
    SharedWorld world = new SharedWorld(constants, null);
    MethodTable methods = MethodTable.of(classes);
    executor =
        new SimulatorInstances(
            ReferenceNames.of(SIDE, taskId, methods), methods, configuration, large, world);
  }

  /** The starting state of the services, untouched by calls. */
  public PyDict configuration() {
    return configuration;
  }

  /**
   * The stage of a type.
   *
   * @throws IllegalStateException if the task does not involve its class
   */
  <S extends ServiceStage> S stage(Class<S> type) {
    for (ServiceStage stage : stages.values()) {
      if (type.isInstance(stage)) {
        return type.cast(stage);
      }
    }
    throw new IllegalStateException("the task has no " + type.getSimpleName());
  }

  /**
   * Executes a call.
   *
   * @return the result's text
   * @throws UnfitException if it raises, is answered by an error or does nothing
   */
  String execute(String call) {
    CallOutcome outcome = executor.execute(call);
    if (isFault(outcome)) {
      throw new UnfitException(DropReason.GROUND_TRUTH_ERROR);
    }
    return outcome.text();
  }

  public static boolean isFault(CallOutcome outcome) {
    return outcome.status() != CallOutcome.Status.RETURNED
        || FAULTS.stream().anyMatch(outcome.text()::contains);
  }
}
