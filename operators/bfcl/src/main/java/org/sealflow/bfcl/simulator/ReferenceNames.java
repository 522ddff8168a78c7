package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.call.CallableClass;
import org.sealflow.python.call.InstanceNames;
import org.sealflow.python.call.MethodTable;

/**
 * The names the reference gives its instances. They can be seen: the rewriting writes them into
 * text literals that mention a method (call-execution.md, sections 2 and 3.1).
 */
public final class ReferenceNames {
  private ReferenceNames() {}

  /**
   * One name per class: {@code side_task_class_instance} with each of {@code - . / :} as {@code _}.
   *
   * @param side the model's name as the instances carry it: {@code MODEL_eval} for the policy,
   *     {@code MODEL_ground_truth_eval} for the ground truth
   */
  public static InstanceNames of(String side, String taskId, MethodTable methods) {
    List<String> names = new ArrayList<>(methods.classes().size());
    for (CallableClass<?> type : methods.classes()) {
      names.add(escape(side + "_" + taskId + "_" + type.name() + "_instance"));
    }
    return new InstanceNames(names);
  }

  private static String escape(String name) {
    return name.replace('-', '_').replace('.', '_').replace('/', '_').replace(':', '_');
  }
}
