package org.sealflow.bfcl.verify;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.simulator.AsOfDateMissingException;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.RulesInForce;

/** Which tools a policy may call in which turn (environment-protocol.md 5.3). */
final class ToolRules {
  private final TaskProgram program;
  private final RulesInForce rules;

  ToolRules(TaskProgram program, RulesInForce rules) {
    this.program = program;
    this.rules = rules;
  }

  /** Why a step is rejected as a whole in that turn, or null if it is not. */
  @Nullable String rejection(int turn, List<String> calls) {
    if (!rules.toolEnforcement()) {
      return null;
    }
    for (String call : calls) {
      String tool = name(call);
      if (!available(turn, tool)) {
        return "Tool '" + tool + "' is not available in the current tool list.";
      }
    }
    return null;
  }

  private boolean available(int turn, String tool) {
    return program.methods().contains(tool) && program.task().availableFrom(tool) <= turn;
  }

  /** The text before the first bracket, stripped: the name a call string calls. */
  static String name(String call) {
    int bracket = call.indexOf('(');
    return (bracket < 0 ? call : call.substring(0, bracket)).strip();
  }

  /**
   * Whether the ground truth itself fails under the rules. Without enforcement it is taken as sound
   * when it executes; a task whose scenario cannot be loaded is defective in any case.
   */
  boolean groundTruthFails(EpisodePass fresh) {
    Task task = program.task();
    for (int turn = 0; turn < task.groundTruth().size(); turn++) {
      List<List<String>> steps = new ArrayList<>();
      for (String call : task.groundTruth().get(turn)) {
        if (rejection(turn, List.of(call)) == null) {
          steps.add(List.of(call));
        }
      }
      try {
        if (!fresh.turn(steps).tag().isSuccess()) {
          return true;
        }
      } catch (AsOfDateMissingException unknownDate) {
        return false;
      }
    }
    return false;
  }
}
