package org.sealflow.verify;

import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.python.PyException;

/** A task with its tool catalog, ready for any number of verifications. Thread-safe. */
public final class VerificationTask {
  private static final String GROUND_TRUTH_AS_POLICY = "ground_truth";

  private final TaskProgram program;
  private final ToolCatalog tools;
  private volatile int defectiveUnderEnforcement = -1;
  private volatile int defective = -1;

  public VerificationTask(TaskProgram program, ToolCatalog tools) {
    this.program = program;
    this.tools = tools;
  }

  public TaskProgram program() {
    return program;
  }

  public ToolCatalog tools() {
    return tools;
  }

  /** Whether the ground truth itself fails under the rules; tried once per set of rules. */
  boolean defective(RulesInForce rules) {
    int known = rules.toolEnforcement() ? defectiveUnderEnforcement : defective;
    if (known < 0) {
      known = tryGroundTruth(rules) ? 1 : 0;
      if (rules.toolEnforcement()) {
        defectiveUnderEnforcement = known;
      } else {
        defective = known;
      }
    }
    return known == 1;
  }

  private boolean tryGroundTruth(RulesInForce rules) {
    try {
      EpisodePass fresh = new EpisodePass(program, GROUND_TRUTH_AS_POLICY, null);
      return new ToolRules(program, rules).groundTruthFails(fresh);
    } catch (PyException notLoadable) {
      return true;
    }
  }
}
