package org.sealflow.python.call;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Executes calls on live instances (call-execution.md). Not thread-safe; made for one verification
 * and dropped.
 */
public final class CallExecutor {
  private final MethodTable methods;
  private final List<String> instanceNames;
  private final boolean namesAreIdentifiers;
  private final List<LiveInstance<?>> instances;

  /**
   * An executor over some instances.
   *
   * @param methods the methods of the instances' classes
   * @param instanceNames the instances' names, in the order of the table's classes
   * @param instances one of each class, in the same order
   */
  public CallExecutor(
      MethodTable methods, List<String> instanceNames, List<LiveInstance<?>> instances) {
    this.methods = methods;
    this.instanceNames = List.copyOf(instanceNames);
    this.namesAreIdentifiers = instanceNames.stream().allMatch(CallExecutor::isIdentifier);
    this.instances = List.copyOf(instances);
  }

  /**
   * Whether a name can stand before a dot in an expression. Where it cannot, every recognised call
   * is malformed in the reference, and so it is here.
   */
  private static boolean isIdentifier(String name) {
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

  /** Executes a call that is executed once. */
  public CallOutcome execute(String call) {
    return execute(PreparedCall.of(call, methods));
  }

  /**
   * Executes a call. Whatever Python raises is in the outcome; a configuration that lacks what a
   * call needs is thrown.
   *
   * @param call prepared with this executor's table
   */
  public CallOutcome execute(PreparedCall call) {
    if (call.methods() != methods) {
      throw new IllegalArgumentException("the call was prepared for another task: " + call);
    }
    Plan plan = call.plan(instanceNames, namesAreIdentifiers);
    CallOutcome settled = plan.settled();
    return settled == null
        ? new Execution(instances, plan.targets())
            .run(requireNonNull(plan.expression()), plan.outermost())
        : settled;
  }
}
