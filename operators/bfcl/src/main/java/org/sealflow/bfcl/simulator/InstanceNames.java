package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.call.CallableClass;

/**
 * The names the reference gives its instances. They can be seen: the rewriting writes them into
 * text literals that mention a method (call-execution.md, sections 2 and 3.1).
 */
final class InstanceNames {
  private InstanceNames() {}

  /**
   * One name per class: {@code side_task_class_instance} with each of {@code - . / :} as {@code _}.
   */
  static List<String> of(String side, String taskId, List<CallableClass<?>> classes) {
    List<String> names = new ArrayList<>(classes.size());
    for (CallableClass<?> type : classes) {
      names.add(escape(side + "_" + taskId + "_" + type.name() + "_instance"));
    }
    return List.copyOf(names);
  }

  private static String escape(String name) {
    return name.replace('-', '_').replace('.', '_').replace('/', '_').replace(':', '_');
  }
}
