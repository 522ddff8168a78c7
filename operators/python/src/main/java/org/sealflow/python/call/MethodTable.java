package org.sealflow.python.call;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods a task's calls can reach: those of its involved classes (call-execution.md, section
 * 2). Immutable; one table serves every execution of a task.
 */
public final class MethodTable {
  private final List<CallableClass<?>> classes;
  private final Map<String, Target> targets;

  private MethodTable(List<CallableClass<?>> classes, Map<String, Target> targets) {
    this.classes = classes;
    this.targets = targets;
  }

  /**
   * The table of some classes.
   *
   * @param classes the involved classes in the task's order; a later class overrides an earlier one
   *     where both have a method of one name
   */
  public static MethodTable of(List<? extends CallableClass<?>> classes) {
    Map<String, Target> targets = new HashMap<>();
    for (int i = 0; i < classes.size(); i++) {
      List<? extends Method<?>> methods = classes.get(i).methods();
      for (int m = 0; m < methods.size(); m++) {
        targets.put(methods.get(m).name(), new Target(i, m, methods.get(m).name()));
      }
    }
    return new MethodTable(List.copyOf(classes), targets);
  }

  /** The involved classes in the task's order. */
  public List<CallableClass<?>> classes() {
    return classes;
  }

  /** Whether a method of that name is in the table. */
  public boolean contains(String methodName) {
    return targets.containsKey(methodName);
  }

  @Nullable Target target(String methodName) {
    return targets.get(methodName);
  }

  /**
   * A method of an involved class.
   *
   * @param instance index of the class among the involved ones
   * @param index of the method among those of the class
   */
  record Target(int instance, int index, String method) {}
}
