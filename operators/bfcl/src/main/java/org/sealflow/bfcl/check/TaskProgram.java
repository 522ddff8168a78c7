package org.sealflow.bfcl.check;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.ReferenceNames;
import org.sealflow.bfcl.simulator.SharedWorld;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.call.InstanceNames;
import org.sealflow.python.call.MethodTable;
import org.sealflow.python.call.PreparedCall;

/**
 * A task made ready for verification: its method table, its ground truth, parsed once, and what the
 * ground truth does by itself, executed once. Thread-safe; any number of verifications may run on
 * it at the same time.
 */
public final class TaskProgram {
  /**
   * How many traces are kept. Verifications that come together are mostly of one model and one day.
   */
  private static final int MAX_TRACES = 4;

  private final Task task;
  private final LongContext longContext;
  private final MethodTable methods;
  private final boolean extended;
  private final List<List<PreparedCall>> groundTruth;
  private final Map<String, PreparedCall> groundTruthCalls = new HashMap<>();
  private final Map<Circumstances, GroundTruthTrace> traces =
      new LinkedHashMap<>(MAX_TRACES, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Circumstances, GroundTruthTrace> eldest) {
          return size() > MAX_TRACES;
        }
      };

  private volatile @Nullable LastTrace lastTrace;
  private final boolean namesMatter;
  private volatile @Nullable SideNames lastNames;

  /** The names of both sides' instances. */
  private record SideNames(String modelName, InstanceNames policy, InstanceNames truth) {}

  /**
   * Everything beside the task that the results of a ground truth can depend on.
   *
   * @param asOf today, where known
   */
  private record Circumstances(String modelName, @Nullable LocalDate asOf) {}

  /** The trace that was asked for last: mostly it is asked for again. */
  private record LastTrace(Circumstances circumstances, GroundTruthTrace trace) {}

  /**
   * Makes a task ready.
   *
   * @throws IllegalArgumentException if it involves a class that does not exist
   */
  public TaskProgram(Task task, LongContext longContext) {
    this.task = task;
    this.longContext = longContext;
    this.extended = task.longContext();
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
    turns.forEach(turn -> turn.forEach(call -> groundTruthCalls.put(call.source(), call)));
    this.namesMatter = groundTruthCalls.values().stream().anyMatch(PreparedCall::dependsOnNames);
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

  /** A policy's call, prepared: many policies write what the ground truth writes. */
  public PreparedCall prepared(String call) {
    PreparedCall known = groundTruthCalls.get(call);
    return known == null ? PreparedCall.of(call, methods) : known;
  }

  /** Whether calls are the ground truth's of a turn, however they are divided into steps. */
  boolean isGroundTruth(int turn, List<List<PreparedCall>> steps) {
    List<PreparedCall> expected = groundTruth.get(turn);
    int known = 0;
    for (List<PreparedCall> step : steps) {
      for (PreparedCall call : step) {
        if (known == expected.size() || !call.source().equals(expected.get(known).source())) {
          return false;
        }
        known++;
      }
    }
    return known == expected.size();
  }

  /**
   * Whether the ground truth's results can tell which side of a verification its calls were made
   * on.
   */
  boolean namesMatter(String modelName) {
    return namesMatter || !names(modelName).policy.areIdentifiers();
  }

  /**
   * The effects of the ground truth by itself.
   *
   * @throws org.sealflow.python.PyException if a scenario cannot be loaded
   */
  GroundTruthTrace trace(String modelName, @Nullable LocalDate asOf) {
    Circumstances circumstances = new Circumstances(modelName, asOf);
    LastTrace last = lastTrace;
    if (last != null && last.circumstances.equals(circumstances)) {
      return last.trace;
    }
    synchronized (traces) {
      GroundTruthTrace trace =
          traces.computeIfAbsent(
              circumstances,
              unknown ->
                  new GroundTruthTrace(
                      groundTruth, () -> truthSide(modelName, new SharedWorld(longContext, asOf))));
      lastTrace = new LastTrace(circumstances, trace);
      return trace;
    }
  }

  /**
   * The policy's instances in the state and a world that the ground truth leaves before a turn, if
   * they need not be executed to get there; else null.
   */
  @Nullable SimulatorInstances policySideBefore(
      int turn, String modelName, GroundTruthTrace trace) {
    return turn > 0 && namesMatter(modelName)
        ? null
        : trace.copyBefore(turn, names(modelName).policy);
  }

  /** Fresh instances in a world: {@code MODEL_eval} for the policy's side. */
  SimulatorInstances policySide(String modelName, SharedWorld world) {
    return side(names(modelName).policy, world);
  }

  /** Fresh instances in a world: {@code MODEL_ground_truth_eval} for the ground truth's side. */
  SimulatorInstances truthSide(String modelName, SharedWorld world) {
    return side(names(modelName).truth, world);
  }

  private SimulatorInstances side(InstanceNames names, SharedWorld world) {
    return new SimulatorInstances(names, methods, task.initialConfiguration(), extended, world);
  }

  private SideNames names(String modelName) {
    SideNames known = lastNames;
    if (known == null || !known.modelName.equals(modelName)) {
      known =
          new SideNames(
              modelName,
              ReferenceNames.of(modelName + "_eval", task.id(), methods),
              ReferenceNames.of(modelName + "_ground_truth_eval", task.id(), methods));
      lastNames = known;
    }
    return known;
  }
}
