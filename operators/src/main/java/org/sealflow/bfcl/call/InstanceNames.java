package org.sealflow.bfcl.call;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.SimulatorClass;

/**
 * The names the reference gives its instances. They can be seen: the rewriting writes them into
 * text literals that mention a method (call-execution.md, sections 2 and 3.1).
 */
final class InstanceNames {
  private InstanceNames() {}

  /**
   * One name per class: {@code side_task_class_instance} with each of {@code - . / :} as {@code _}.
   */
  static List<String> of(String side, String taskId, List<SimulatorClass<?>> classes) {
    List<String> names = new ArrayList<>(classes.size());
    for (SimulatorClass<?> type : classes) {
      names.add(escape(side + "_" + taskId + "_" + type.name() + "_instance"));
    }
    return List.copyOf(names);
  }

  private static String escape(String name) {
    return name.replace('-', '_').replace('.', '_').replace('/', '_').replace(':', '_');
  }

  /**
   * Whether a name can stand before a dot in an expression. Where it cannot, every recognised call
   * is malformed in the reference, and so it is here.
   */
  static boolean isIdentifier(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean digit = c >= '0' && c <= '9';
      if (!letter && !(digit && i > 0)) {
        return false;
      }
    }
    return true;
  }
}
